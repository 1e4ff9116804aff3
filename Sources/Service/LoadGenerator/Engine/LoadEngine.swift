internal import GrowthloopTransport

/// The event loop of a load run: one thread, without allocations per request.
struct LoadEngine: ~Copyable {
  let plan: LoadPlan
  /// The time for which due requests are gathered.
  let lateness: Int64
  /// The time after which nothing is sent.
  let sendingEnd: Int64
  let template: RequestTemplate
  let draws: RequestDraws
  let connections: [RequestKind.Connection]
  /// By kind, the time to the next step of its journey; `nil` for the last.
  let pauses: [Int64?]
  /// By kind, whether a redirect is followed, and whether its user is one of a journey.
  let follows: [Bool]
  let hasUser: [Bool]
  /// By kind, whether the head of an answer matters beyond what is expected of it.
  let keepsHead: [Bool]
  /// By kind, whether the length of a request depends on its values.
  let areFilled: [Bool]
  let areToHead: [Bool]
  let security: TLSClient?

  var source: RequestSource
  var poller: Poller
  /// Sends and receives in the place of the poller's calls; `nil` with epoll.
  var ring: SocketRing?
  /// What came over a connection, while it is read.
  var arrived: SocketRing.Completion?
  /// The slots whose requests the ring has, and the kernel not yet.
  var posted: [Int32] = []
  var routes: [ClientSocket.Route]
  var recorder: LoadRecorder
  var inspector: AnswerInspector

  /// The connections; with HTTP/1.1, each is that of the slot of its number.
  var channels: [Channel]
  /// The slots of requests; each is in one of the lists.
  var slots: [Slot]
  /// By connection, its encryption, and its streams; empty without.
  var sessions: [TLSSession?]
  var streams: StreamPool?
  var free = SlotList()
  /// Slots with an unused connection, the longest unused first.
  var idle = SlotList()
  /// Slots with a request under way.
  var busy: BusySlots

  /// The buffer of each slot's request, one behind the other.
  var outbox: [UInt8]
  /// The same of requests whose length depends on their values.
  var filled: [[UInt8]]

  /// The users on their way through journeys, and the free places among them.
  var users: [VirtualUser] = []
  var freeUsers: [Int32] = []
  var followUps = FollowUps()
  /// The user of a request that is alone.
  var passerBy = VirtualUser()
  var inbox = [UInt8](repeating: 0, count: 65_536)

  /// The last reading of the clock.
  var now: Int64
  /// The estimated lateness of wake-ups.
  var lead = WakeupEstimator()
  /// The time at which the last group of requests was sent.
  var lastSending: Int64 = 0

  /// Keeps kernel receive timestamps enabled; `nil` in closed loops, which need responses at once,
  /// and with TLS.
  let stamps: TimestampGuard?
  var arrivals = ArrivalClock()
  /// Whether the last response had a timestamp; then reading may be delayed.
  var isStamped = false
  /// The number of connections with urgent work.
  var hurried = 0
  /// The connections with more bytes than one turn reads.
  var unread: [Poller.Token] = []

  /// The next planned request.
  var nextRequest: DrawnRequest
  var nextNumber: Int
  /// Whether a due request waits for a connection.
  var isBlocked = false
  /// The time at which a connection last became free.
  var lastFreed: Int64 = 0

  init(
    _ plan: LoadPlan, routes: [ClientSocket.Route], security: TLSClient?,
    multiplexing: HTTP2Client? = nil, ring: consuming SocketRing? = nil,
    notBefore earliest: MonotonicTime? = nil
  ) throws(SystemCallError) {
    self.plan = plan
    self.routes = routes
    self.security = security
    let kinds = plan.mix.kinds
    busy = BusySlots(kinds, otherwise: plan.limits.timeout.nanoseconds)
    lateness = plan.limits.lateness.nanoseconds
    template = RequestTemplate(plan.mix, to: plan.target, seed: plan.seed)
    draws = RequestDraws.checked(plan)
    connections = kinds.map(\.connection)
    areToHead = kinds.map { $0.method == "HEAD" }
    pauses = plan.mix.parts.flatMap { part in part.steps.map { $0.think.nanoseconds } + [nil] }
    follows = kinds.map(\.follows)
    hasUser = plan.mix.parts.flatMap { part in
      part.kinds.map { !part.steps.isEmpty || $0.follows || $0.keepsCookies }
    }
    keepsHead = kinds.map { $0.follows || $0.keepsCookies }
    stamps = plan.isOpen && security == nil ? TimestampGuard() : nil
    poller = try Poller(eventsAtOnce: 256)
    self.ring = ring
    posted.reserveCapacity(Self.mostPosted)
    channels = [Channel](repeating: Channel(), count: plan.limits.connections)
    streams = multiplexing.map { StreamPool($0, plan.limits) }
    let count = plan.requestsAtOnce
    slots = [Slot](repeating: Slot(), count: count)
    let variables = template.variables
    inspector = AnswerInspector(kinds, slots: count) { variables.keptPlace($0) }
    areFilled = template.areFilled
    filled = Array(repeating: [], count: areFilled.contains(true) ? count : 0)
    sessions = [TLSSession?](repeating: nil, count: security == nil ? 0 : channels.count)
    outbox = [UInt8](repeating: 0, count: count * template.longest)
    // Those that were read in a turn go only after those are added that have still more.
    unread.reserveCapacity(2 * channels.count)
    nextNumber = plan.share.number - 1
    nextRequest = draws.request(nextNumber)
    // Time for the rest of the preparation.
    now = MonotonicTime.now().nanoseconds
    let start = max(now + 2_000_000, earliest?.nanoseconds ?? 0)
    source = RequestSource(plan, start: start)
    sendingEnd = source.end + plan.limits.overtime.nanoseconds
    recorder = LoadRecorder(plan, start: start, end: source.end)
    for index in 0..<Int32(count) { free.append(index, in: &slots) }
    prepareHeads()
  }
}

extension LoadEngine {
  /// Whether the kernel timestamps responses.
  var isStamping: Bool { stamps != nil }

  /// Begins to connect for a slot's request; returns `false` if that has failed by it.
  mutating func connect(_ channel: Int32, for index: Int32) -> Bool {
    let place = Int(channel)
    let route = place % routes.count
    let error = channels[place].connection.open(over: &routes[route])
    guard error == 0 else {
      fail(index, ClientSocket.isRefusal(error) ? .refused : .unreachable)
      return false
    }
    let socket = channels[place].connection.socket
    if isStamping { ClientSocket.stampArrivals(socket) }
    ring?.listen(to: socket, as: channels[place].token(at: channel))
    if let security { sessions[place] = security.session(over: socket) }
    return true
  }

  /// Closes an idle connection.
  mutating func dismiss(_ index: Int32) {
    idle.remove(index, in: &slots)
    release(index)
  }

  /// Closes a slot's connection, if any, and frees the slot.
  mutating func release(_ index: Int32) {
    close(index)
    slots[Int(index)].phase = .free
    free.append(index, in: &slots)
  }

  /// Closes a connection, if there is one.
  mutating func close(_ channel: Int32) {
    let place = Int(channel)
    if !sessions.isEmpty { sessions[place] = nil }
    if channels[place].connection.isOpen { ring?.giveUp(channels[place].connection.socket) }
    channels[place].connection.close()
    channels[place].isWatched = false
    channels[place].isWatchedForWriting = false
    channels[place].isUnread = false
    channels[place].isPeerFinished = false
    channels[place].wasUsed = false
  }
}

extension LoadEngine {
  /// The most reads of one connection in one turn, so that an endless response does not block the
  /// loop.
  static let mostReadings = 4

  /// Reads a slot's connection up to the end of the response or the limit of one turn.
  mutating func receive(_ index: Int32) {
    let place = Int(index)
    let isPeerFinished = channels[place].isPeerFinished
    for _ in 0..<Self.mostReadings {
      let progress: ResponseReader.Progress
      var length = 0
      let (outcome, stamp) = fillInbox(from: place)
      switch outcome {
      case .later: return
      case .failed(let error):
        fail(index, failure(of: index, error))
        return
      case .moved(0):
        let hasBegun = slots[place].reader.hasBegun
        let isWhole = sessions.isEmpty || sessions[place]?.wasCutOff == false
        guard isWhole, slots[place].reader.readEnd() == .finished else {
          fail(index, hasBegun ? .halfResponse : .earlyClose)
          return
        }
        progress = .finished
      case .moved(let count):
        var reader = slots[place].reader
        progress = reader.read(inbox.span.extracting(0..<count))
        slots[place].reader = reader
        length = count
        if progress == .unfinished {
          inspector.keep(0..<count, of: inbox, for: place, kind: slots[place].request.kind)
        }
        // The poller reports the rest, but not bytes within OpenSSL, nor the end of the stream
        // twice.
        if progress == .unfinished, count < inbox.count, sessions.isEmpty, !isPeerFinished {
          hurry(index, true)
          return
        }
      }
      switch progress {
      case .unfinished: continue
      case .malformed: fail(index, .malformed)
      case .finished: complete(index, stamp, length, isPeerFinished: isPeerFinished)
      }
      return
    }
    now = MonotonicTime.now().nanoseconds
    hurry(index, true)
    readLater(index)
  }

  /// Has a connection be read in the next turn, since it has more bytes than one turn reads.
  mutating func readLater(_ channel: Int32) {
    guard !channels[Int(channel)].isUnread else { return }
    channels[Int(channel)].isUnread = true
    unread.append(channels[Int(channel)].token(at: channel))
  }

  /// Reads into the inbox; returns the kernel's receive timestamp where it has one.
  mutating func fillInbox(from place: Int) -> (ClientSocket.Outcome, stamp: Int64?) {
    let (socket, session) = (
      channels[place].connection.socket, sessions.isEmpty ? nil : sessions[place]
    )
    let isStamping = isStamping
    if ring != nil {
      guard let came = arrived.take() else { return (.later, nil) }
      return ring?.take(came, into: &inbox) ?? (.later, nil)
    }
    var room = inbox.mutableSpan
    if let session { return (session.read(into: &room), nil) }
    guard isStamping else { return (ClientSocket.receive(into: &room, from: socket), nil) }
    return ClientSocket.receiveStamped(into: &room, from: socket)
  }

  /// Records the response, whose last `length` bytes are in the inbox, and keeps or closes the
  /// connection.
  private mutating func complete(
    _ index: Int32, _ stamp: Int64?, _ length: Int, isPeerFinished: Bool
  ) {
    now = MonotonicTime.now().nanoseconds
    let slot = slots[Int(index)]
    let arrival = stamp.flatMap { arrivals.time(of: $0) }
    isStamped = arrival != nil
    let done = arrival.map { min(now, max(slot.since, $0)) } ?? now
    let isOver = judge(index, slot, done: done, 0..<length, of: inbox)
    leaveBusy(index)
    let isKept =
      connections[slot.request.kind] == .kept && slot.reader.keepsConnection
      && slot.phase == .answering && !isPeerFinished
    if isKept {
      slots[Int(index)].phase = .idle
      channels[Int(index)].wasUsed = true
      idle.append(index, in: &slots)
    } else {
      release(index)
    }
    if isOver { end(at: now) } else { lastFreed = now }
  }

  /// Looks into an answer, whose last bytes are a part of the inbox, and records it; returns whether
  /// its user is done.
  mutating func judge(
    _ index: Int32, _ slot: Slot, done: Int64, _ part: Range<Int>, of inbox: [UInt8]
  ) -> Bool {
    let (place, kind) = (Int(index), slot.request.kind)
    if keepsHead[kind], slot.user >= 0 {
      inspector.keepHead(part, of: inbox, for: place, kind: kind, &users[Int(slot.user)])
      if follows[kind], follow(slot, done: done) { return false }
    }
    var isWanted = recorder.isWanted(slot)
    var unmet: Int?
    if isWanted, inspector.looks(into: kind) {
      let (size, time) = (slot.reader.bodyBytes, done - slot.sent)
      unmet =
        slot.user < 0
        ? inspector.firstFlaw(
          in: part, of: inbox, for: place, kind: kind, size: size, taking: time, &passerBy)
        : inspector.firstFlaw(
          in: part, of: inbox, for: place, kind: kind, size: size, taking: time,
          &users[Int(slot.user)])
      isWanted = unmet == nil
    }
    recorder.countAnswer(slot, done: done, isWanted: isWanted, unmet: unmet)
    if !isWanted, let flaw = recorder.newFlaw(slot, unmet: unmet) {
      let beginning = inspector.beginning(part, of: inbox, for: place)
      recorder.show(slot, flaw: flaw, beginning: plan.target.hidingSecrets(in: beginning))
    }
    return advance(slot, isWanted: isWanted, done: done)
  }

  /// The most redirects of one step.
  private static let mostHops = 10

  /// Plans the request to which a redirect leads; returns whether there is one.
  private mutating func follow(_ slot: Slot, done: Int64) -> Bool {
    let user = Int(slot.user)
    guard [301, 302, 303, 307, 308].contains(slot.reader.status), !users[user].location.isEmpty,
      users[user].hops < Self.mostHops
    else { return false }
    users[user].hops += 1
    users[user].hopStatus = slot.reader.status
    followUps.add(
      FollowUp(
        due: done, kind: slot.request.kind, user: slot.user,
        begun: (slot.planned, slot.ready, slot.sent)))
    return true
  }

  /// Plans the next step of a journey after a wanted answer; returns whether its user is done.
  ///
  /// The step is planned at the end of the one before, and the time to think.
  private mutating func advance(_ slot: Slot, isWanted: Bool, done: Int64) -> Bool {
    guard slot.user >= 0 else { return true }
    var kind = slot.request.kind
    if isWanted, let pause = pauses[kind] {
      users[Int(slot.user)].hops = 0
      followUps.add(FollowUp(due: done + pause, kind: kind + 1, user: slot.user))
      return false
    }
    while pauses[kind] != nil {
      kind += 1
      recorder.countUnreached(kind, planned: slot.planned)
    }
    freeUsers.append(slot.user)
    return true
  }

  /// Records a failed request, and closes its connection, or the stream that it had of it.
  mutating func fail(_ index: Int32, _ failure: Failure) {
    countSent(index, at: now)
    let slot = slots[Int(index)]
    recorder.count(failure, slot)
    _ = advance(slot, isWanted: false, done: now)
    if streams == nil {
      leaveBusy(index)
      release(index)
    } else {
      leaveStream(index)
    }
    end(at: now)
  }

  private mutating func leaveBusy(_ index: Int32) {
    busy.remove(index, in: &slots)
    channels[Int(index)].isUnread = false
    inspector.forget(Int(index))
    hurry(index, false)
  }

  /// Marks whether a connection has urgent work: a partly sent request, or a partly read response.
  mutating func hurry(_ channel: Int32, _ isHurried: Bool) {
    guard channels[Int(channel)].isHurried != isHurried else { return }
    channels[Int(channel)].isHurried = isHurried
    hurried += isHurried ? 1 : -1
  }

  mutating func end(at time: Int64) {
    lastFreed = time
    source.requestEnded(at: time)
  }
}

extension LoadEngine {
  /// Sends every due request, as long as there are connections.
  mutating func sendDue() throws(SystemCallError) {
    if streams != nil { try askAgain() }
    try sendPlanned()
    if streams != nil { try writeStreams() }
  }

  private mutating func sendPlanned() throws(SystemCallError) {
    // What waits for a connection then is never sent: `isBlocked` stays as the reason.
    guard now < sendingEnd else { return }
    if head <= now { lastSending = now }
    while head <= now, now < sendingEnd {
      let step = followUps.head <= source.head ? followUps.first : nil
      guard let index = takeSlot(connections[step?.kind ?? nextRequest.kind]) else {
        isBlocked = true
        recorder.lackedConnections(planned: head)
        return
      }
      if step == nil { try begin(index) } else { try proceed(index) }
    }
    if head > now { isBlocked = false }
  }

  /// The planned moment of the next request, of a new user or one on the way.
  var head: Int64 { min(source.head, followUps.head) }

  /// Takes a slot for the next request: the most recently used connection, or a free slot.
  private mutating func takeSlot(_ connection: RequestKind.Connection) -> Int32? {
    guard streams == nil else { return takeStream(connection) }
    if connection == .kept, idle.count > 0 {
      let index = idle.last
      idle.remove(index, in: &slots)
      return index
    }
    if free.count == 0 {
      guard idle.count > 0 else { return nil }
      dismiss(idle.first)
    }
    let index = free.last
    free.remove(index, in: &slots)
    return index
  }

  /// Sends the next request of the plan over a slot that is in no list.
  private mutating func begin(_ index: Int32) throws(SystemCallError) {
    let place = Int(index)
    let (request, planned) = (nextRequest, source.head)
    slots[place].user = -1
    if hasUser[request.kind] || areFilled[request.kind] {
      fill(index, with: request)
    } else {
      slots[place].isFilled = false
      slots[place].length = Int32(
        template.write(request, number: nextNumber, to: &outbox, at: place * template.longest))
    }
    occupy(index, request)
    slots[place].planned = planned
    slots[place].sent = now
    let ready = isBlocked ? max(planned, lastFreed) : planned
    slots[place].ready = ready
    slots[place].isCounted = false
    if ring == nil { countSent(index, at: now) }
    removeNext()
    try launch(index)
  }

  /// Fills the first request of a user, who is one of a journey or passes by.
  private mutating func fill(_ index: Int32, with request: DrawnRequest) {
    let place = Int(index)
    var user: Int32 = -1
    if hasUser[request.kind] {
      user = freeUsers.popLast() ?? Int32(users.count)
      if Int(user) == users.count { users.append(VirtualUser()) }
      users[Int(user)].begin(request, number: nextNumber, values: template.variables.keptCount)
    } else {
      passerBy.begin(request, number: nextNumber, values: 0)
    }
    slots[place].user = user
    write(index, request.kind, isHop: false, request)
  }

  /// Writes the request of a slot's user.
  private mutating func write(
    _ index: Int32, _ kind: Int, isHop: Bool, _ request: DrawnRequest
  ) {
    let (place, user) = (Int(index), Int(slots[Int(index)].user))
    slots[place].isFilled = areFilled[kind]
    guard slots[place].isFilled else {
      slots[place].length = Int32(
        template.write(
          request, number: users[user].number, to: &outbox, at: place * template.longest))
      return
    }
    var text: [UInt8] = []
    swap(&text, &filled[place])
    template.fill(kind, of: user < 0 ? passerBy : users[user], isHop: isHop, to: &text)
    slots[place].length = Int32(text.count)
    swap(&text, &filled[place])
  }

  /// Sends the next step of a user on the way over a slot that is in no list.
  private mutating func proceed(_ index: Int32) throws(SystemCallError) {
    let (place, step) = (Int(index), followUps.removeFirst())
    var request = users[Int(step.user)].request
    request.kind = step.kind
    slots[place].user = step.user
    write(index, step.kind, isHop: step.begun != nil, request)
    occupy(index, request)
    if let begun = step.begun {
      (slots[place].planned, slots[place].ready, slots[place].sent) = begun
      slots[place].isCounted = true
    } else {
      let ready = isBlocked ? max(step.due, lastFreed) : step.due
      (slots[place].planned, slots[place].ready, slots[place].sent) = (step.due, ready, now)
      slots[place].isCounted = false
      if ring == nil { countSent(index, at: now) }
    }
    try launch(index)
  }

  /// Marks a slot as one with a request that is sent now.
  private mutating func occupy(_ index: Int32, _ request: DrawnRequest) {
    let place = Int(index)
    slots[place].request = request
    slots[place].written = 0
    slots[place].tries = 0
    slots[place].reader = ResponseReader(isToHead: areToHead[request.kind])
    slots[place].phase = .sending
    busy.append(index, in: &slots)
    now = MonotonicTime.now().nanoseconds
    slots[place].since = now
  }

  /// Connects a slot if it is not, and sends its request.
  private mutating func launch(_ index: Int32) throws(SystemCallError) {
    guard streams == nil else { return ask(index) }
    if !channels[Int(index)].connection.isOpen {
      guard connect(index, for: index) else { return }
    }
    try transmit(index)
  }

  /// Sends as much of the rest of a slot's request as the socket takes.
  mutating func transmit(_ index: Int32) throws(SystemCallError) {
    let place = Int(index)
    let whole = text(of: place)
    if ring != nil, slots[place].written == 0, whole.count <= SocketRing.sendRoom {
      slots[place].phase = .answering
      post(whole, of: index)
      return
    }
    countSent(index, at: now)
    let rest = whole.lowerBound + Int(slots[place].written)..<whole.upperBound
    switch send(rest, over: place) {
    case .moved(let count):
      slots[place].written += Int32(count)
      if count == rest.count { slots[place].phase = .answering }
    case .later: break
    case .failed(let error):
      fail(index, failure(of: index, error))
      return
    }
    hurry(index, slots[place].phase == .sending)
    try watch(index, forWriting: slots[place].phase == .sending)
  }

  /// Where the request of a slot is, in a text of its own or in the outbox.
  func text(of place: Int) -> Range<Int> {
    let start = slots[place].isFilled ? 0 : place * template.longest
    return start..<start + Int(slots[place].length)
  }

  /// The most requests that go to the kernel in one call: so few that they hardly wait for each other.
  private static let mostPosted = 16

  /// Has the ring send a request, which says so if it cannot.
  private mutating func post(_ range: Range<Int>, of index: Int32) {
    let place = Int(index)
    let (socket, token) = (
      channels[place].connection.socket, channels[place].token(at: index)
    )
    let bytes = slots[place].isFilled ? filled[place] : outbox
    ring?.send(bytes.span.extracting(range), over: socket, of: place, as: token)
    posted.append(index)
    if posted.count >= Self.mostPosted { flush() }
  }

  /// Has the kernel send what the ring has.
  ///
  /// It sends one request after the other: each counts as sent when its share of the call begins.
  mutating func flush() {
    guard !posted.isEmpty else { return }
    let before = MonotonicTime.now().nanoseconds
    ring?.submit()
    now = MonotonicTime.now().nanoseconds
    let share = (now - before) / Int64(posted.count)
    for number in posted.indices {
      countSent(posted[number], at: before + share * Int64(number))
    }
    posted.removeAll(keepingCapacity: true)
  }

  /// Counts the request of a slot as sent, once.
  private mutating func countSent(_ index: Int32, at time: Int64) {
    let place = Int(index)
    guard !slots[place].isCounted else { return }
    slots[place].isCounted = true
    slots[place].sent = time
    recorder.countSent(
      slots[place].request.kind, planned: slots[place].planned, sent: time,
      ready: slots[place].ready)
  }

  private func send(_ range: Range<Int>, over place: Int) -> ClientSocket.Outcome {
    if slots[place].isFilled {
      let text = filled[place]
      return send(text.span.extracting(range), of: place)
    }
    return send(outbox.span.extracting(range), of: place)
  }

  func send(_ bytes: Span<UInt8>, of channel: Int) -> ClientSocket.Outcome {
    guard sessions.isEmpty else { return sessions[channel]?.write(bytes) ?? .later }
    return ClientSocket.send(bytes, to: channels[channel].connection.socket)
  }

  /// Registers a connection with the poller, once unless it must wait for writing.
  mutating func watch(
    _ index: Int32, forWriting: Bool
  ) throws(SystemCallError) {
    let place = Int(index)
    let channel = channels[place]
    guard ring == nil else {
      if forWriting { ring?.awaitRoom(of: channel.connection.socket, as: channel.token(at: index)) }
      return
    }
    guard !channel.isWatched || (forWriting && !channel.isWatchedForWriting) else { return }
    let (socket, interest) = (
      channel.connection.socket, ClientConnection.interest(forWriting: forWriting)
    )
    if channel.isWatched {
      try poller.change(socket, to: interest, as: channel.token(at: index))
    } else {
      try poller.add(socket, for: interest, as: channel.token(at: index))
    }
    channels[place].isWatched = true
    channels[place].isWatchedForWriting = forWriting
  }

  /// Classifies an error on a connection.
  func failure(of index: Int32, _ error: Int32) -> Failure {
    if !sessions.isEmpty, sessions[Int(index)]?.hasFailed == true { return .tls }
    if ClientSocket.isRefusal(error) { return .refused }
    if ClientSocket.isReset(error) { return .reset }
    let wasUsed = channels[Int(index)].wasUsed || slots[Int(index)].written > 0
    return wasUsed ? .reset : .unreachable
  }
}

/// A conversion of kernel receive timestamps, in time of day, to the monotonic clock.
struct ArrivalClock {
  /// A longer reading was interrupted and is discarded.
  private static let longestReading: Int64 = 1_000

  /// The lead of the monotonic clock.
  private var lead: Int64?

  /// Compares the clocks again, as the time of day may have been set.
  mutating func compare() {
    let before = MonotonicTime.now().nanoseconds
    let wall = WallTime.nanoseconds()
    let after = MonotonicTime.now().nanoseconds
    if after - before <= Self.longestReading { lead = before - wall }
  }

  func time(of stamp: Int64) -> Int64? { lead.map { stamp + $0 } }
}

/// One connection, as far as the loop knows it.
struct Channel: BitwiseCopyable {
  /// Whether it is registered with the poller, and for writing.
  var isWatched = false
  var isWatchedForWriting = false
  /// Whether it has urgent work.
  var isHurried = false
  /// Whether there are more bytes than one turn reads.
  var isUnread = false
  /// Whether the peer sends no more, which the poller reports once.
  var isPeerFinished = false
  /// Whether it has carried a complete response, or with HTTP/2 a byte.
  var wasUsed = false
  var connection = ClientConnection()

  func token(at index: Int32) -> Poller.Token { connection.token(at: index) }
}

/// The state of one request under way.
struct Slot: BitwiseCopyable {
  /// The phase of a slot.
  enum Phase: UInt8, BitwiseCopyable {
    /// Free, without a connection.
    case free
    /// Free, with a kept connection.
    case idle
    /// Waits until it can connect or send the rest of a request.
    case sending
    /// Waits for a response.
    case answering
    /// Waits for a connection, since that of before did not take it.
    case again
  }

  static let none: Int32 = -1

  var phase = Phase.free
  /// With HTTP/2, the connection of the request, and how often one did not take it.
  var channel: Int32 = 0
  var tries: Int32 = 0
  /// The neighbours in the list of the slot's phase.
  var previous = Slot.none
  var next = Slot.none
  /// The written bytes of the request, and its length.
  var written: Int32 = 0
  var length: Int32 = 0
  var request = DrawnRequest(kind: 0, code: 0, standing: .known, person: 0)
  /// Nanoseconds of the monotonic clock.
  var planned: Int64 = 0
  /// The moment from which only the generator kept the request from being sent.
  var ready: Int64 = 0
  var sent: Int64 = 0
  /// The moment from which the time limit counts: of the sending, or of that behind a redirect.
  var since: Int64 = 0
  /// The user on a journey; -1 for none.
  var user: Int32 = -1
  /// Whether the length of the request depends on its values.
  var isFilled = false
  /// Whether it has been counted as sent.
  var isCounted = true
  var reader = ResponseReader()
}

/// An intrusive doubly linked list of slots.
struct SlotList: BitwiseCopyable {
  private(set) var first = Slot.none
  private(set) var last = Slot.none
  private(set) var count = 0

  mutating func append(_ index: Int32, in slots: inout [Slot]) {
    slots[Int(index)].previous = last
    slots[Int(index)].next = Slot.none
    if last == Slot.none { first = index } else { slots[Int(last)].next = index }
    last = index
    count += 1
  }

  mutating func remove(_ index: Int32, in slots: inout [Slot]) {
    let (previous, next) = (slots[Int(index)].previous, slots[Int(index)].next)
    if previous == Slot.none { first = next } else { slots[Int(previous)].next = next }
    if next == Slot.none { last = previous } else { slots[Int(next)].previous = previous }
    count -= 1
  }
}

/// A running median of the lateness of wake-ups; the generator requests earlier wake-ups by it.
struct WakeupEstimator {
  private static let step: Int64 = 500
  /// A longer busy wait would cost more than it gains.
  private static let most: Int64 = 100_000

  private(set) var nanoseconds: Int64 = 0

  /// Updates the estimate with the lateness of one wake-up.
  mutating func learn(lateness: Int64) {
    nanoseconds += lateness > nanoseconds ? Self.step : -Self.step
    nanoseconds = min(max(0, nanoseconds), Self.most)
  }
}
