internal import GrowthloopTransport

/// The event loop of a load run: one thread, without allocations per request.
struct LoadEngine: ~Copyable {
  let plan: LoadPlan
  let timeout: Int64
  /// The time for which due requests are gathered.
  let lateness: Int64
  /// The time after which nothing is sent.
  let sendingEnd: Int64
  let template: RequestTemplate
  let draws: RequestDraws
  let connections: [RequestKind.Connection]
  let areToHead: [Bool]
  let security: TLSClient?

  var source: RequestSource
  var poller: Poller
  var routes: [ClientSocket.Route]
  var recorder: LoadRecorder
  var inspector: AnswerInspector

  /// The slots of all connections; each is in one of the lists.
  var slots: [Slot]
  var sessions: [TLSSession?]
  var free = SlotList()
  /// Slots with an unused connection, the longest unused first.
  var idle = SlotList()
  /// Slots with a request under way, the earliest sent first: their time limits expire in this
  /// order.
  var busy = SlotList()

  /// The buffer of each slot's request, one behind the other.
  var outbox: [UInt8]
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
    notBefore earliest: MonotonicTime? = nil
  ) throws(SystemCallError) {
    self.plan = plan
    self.routes = routes
    self.security = security
    timeout = plan.limits.timeout.nanoseconds
    lateness = plan.limits.lateness.nanoseconds
    template = RequestTemplate(plan.mix, to: plan.target)
    draws = RequestDraws.checked(plan)
    connections = plan.mix.parts.map(\.kind.connection)
    areToHead = plan.mix.parts.map { $0.kind.method == "HEAD" }
    stamps = plan.isOpen && security == nil ? TimestampGuard() : nil
    poller = try Poller(eventsAtOnce: 256)
    let count = plan.limits.connections
    slots = [Slot](repeating: Slot(), count: count)
    inspector = AnswerInspector(plan.mix.parts.map(\.kind), slots: count)
    sessions = [TLSSession?](repeating: nil, count: security == nil ? 0 : count)
    outbox = [UInt8](repeating: 0, count: count * template.longest)
    // Those that were read in a turn go only after those are added that have still more.
    unread.reserveCapacity(2 * count)
    nextNumber = plan.share.number - 1
    nextRequest = draws.request(nextNumber)
    // Time for the rest of the preparation.
    now = MonotonicTime.now().nanoseconds
    let start = max(now + 2_000_000, earliest?.nanoseconds ?? 0)
    source = RequestSource(plan, start: start)
    sendingEnd = source.end + plan.limits.overtime.nanoseconds
    recorder = LoadRecorder(plan, start: start, end: source.end)
    for index in 0..<Int32(count) { free.append(index, in: &slots) }
  }
}

extension LoadEngine {
  /// Whether the kernel timestamps responses.
  var isStamping: Bool { stamps != nil }

  /// Begins to connect a slot; returns `false` if the request has failed by that.
  mutating func connect(_ index: Int32) -> Bool {
    let place = Int(index)
    let route = place % routes.count
    let error = slots[place].connection.open(over: &routes[route])
    guard error == 0 else {
      fail(index, ClientSocket.isRefusal(error) ? .refused : .unreachable)
      return false
    }
    let socket = slots[place].connection.socket
    if isStamping { ClientSocket.stampArrivals(socket) }
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
    let place = Int(index)
    if !sessions.isEmpty { sessions[place] = nil }
    slots[place].connection.close()
    slots[place].phase = .free
    slots[place].isWatched = false
    slots[place].isWatchedForWriting = false
    slots[place].isUnread = false
    slots[place].isPeerFinished = false
    slots[place].wasUsed = false
    free.append(index, in: &slots)
  }
}

extension LoadEngine {
  /// The most reads of one connection in one turn, so that an endless response does not block the
  /// loop.
  private static let mostReadings = 4

  /// Reads a slot's connection up to the end of the response or the limit of one turn.
  mutating func receive(_ index: Int32) {
    let place = Int(index)
    let isPeerFinished = slots[place].isPeerFinished
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
          inspector.keep(count, of: inbox, for: place, kind: slots[place].request.kind)
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
    guard !slots[place].isUnread else { return }
    slots[place].isUnread = true
    unread.append(slots[place].token(at: index))
  }

  /// Reads into the inbox; returns the kernel's receive timestamp where it has one.
  private mutating func fillInbox(from place: Int) -> (ClientSocket.Outcome, stamp: Int64?) {
    let (socket, session) = (
      slots[place].connection.socket, sessions.isEmpty ? nil : sessions[place]
    )
    let isStamping = isStamping
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
    judge(index, slot, done: arrival.map { min(now, max(slot.sent, $0)) } ?? now, length)
    leaveBusy(index)
    let isKept =
      connections[slot.request.kind] == .kept && slot.reader.keepsConnection
      && slot.phase == .answering && !isPeerFinished
    if isKept {
      slots[Int(index)].phase = .idle
      slots[Int(index)].wasUsed = true
      idle.append(index, in: &slots)
    } else {
      release(index)
    }
    end(at: now)
  }

  /// Looks into an answer, and records it.
  private mutating func judge(_ index: Int32, _ slot: Slot, done: Int64, _ length: Int) {
    let (place, kind) = (Int(index), slot.request.kind)
    var isWanted = recorder.isWanted(slot)
    var unmet: Int?
    if isWanted, inspector.looks(into: kind) {
      unmet = inspector.firstFlaw(
        in: length, of: inbox, for: place, kind: kind, size: slot.reader.bodyBytes,
        taking: done - slot.sent)
      isWanted = unmet == nil
    }
    recorder.countAnswer(slot, done: done, isWanted: isWanted, unmet: unmet)
    if !isWanted, let flaw = recorder.newFlaw(slot, unmet: unmet) {
      let beginning = inspector.beginning(length, of: inbox, for: place)
      recorder.show(slot, flaw: flaw, beginning: beginning)
    }
  }

  /// Records a failed request, and closes its connection.
  mutating func fail(_ index: Int32, _ failure: Failure) {
    recorder.count(failure, slots[Int(index)])
    leaveBusy(index)
    release(index)
    end(at: now)
  }

  private mutating func leaveBusy(_ index: Int32) {
    busy.remove(index, in: &slots)
    slots[Int(index)].isUnread = false
    inspector.forget(Int(index))
    hurry(index, false)
  }

  /// Marks whether a slot has urgent work: a partly sent request, or a partly read response.
  mutating func hurry(_ index: Int32, _ isHurried: Bool) {
    guard slots[Int(index)].isHurried != isHurried else { return }
    slots[Int(index)].isHurried = isHurried
    hurried += isHurried ? 1 : -1
  }

  private mutating func end(at time: Int64) {
    lastFreed = time
    source.requestEnded(at: time)
  }
}

extension LoadEngine {
  /// Sends every due request, as long as there are connections.
  mutating func sendDue() throws(SystemCallError) {
    // What waits for a connection then is never sent: `isBlocked` stays as the reason.
    guard now < sendingEnd else { return }
    if source.head <= now { lastSending = now }
    while source.head <= now, now < sendingEnd {
      guard let index = takeSlot(connections[nextRequest.kind]) else {
        isBlocked = true
        recorder.lackedConnections(planned: source.head)
        return
      }
      try begin(index)
    }
    if source.head > now { isBlocked = false }
  }

  /// Takes a slot for the next request: the most recently used connection, or a free slot.
  private mutating func takeSlot(_ connection: RequestKind.Connection) -> Int32? {
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

  /// Sends the next request over a slot that is in no list.
  private mutating func begin(_ index: Int32) throws(SystemCallError) {
    let place = Int(index)
    let (request, planned) = (nextRequest, source.head)
    let length = template.write(
      request, number: nextNumber, to: &outbox, at: place * template.longest)
    slots[place].request = request
    slots[place].planned = planned
    slots[place].length = Int32(length)
    slots[place].written = 0
    slots[place].reader = ResponseReader(isToHead: areToHead[request.kind])
    slots[place].phase = .sending
    busy.append(index, in: &slots)
    now = MonotonicTime.now().nanoseconds
    slots[place].sent = now
    let ready = isBlocked ? max(planned, lastFreed) : planned
    slots[place].ready = ready
    recorder.countSent(request.kind, planned: planned, sent: now, ready: ready)
    removeNext()
    if !slots[place].connection.isOpen {
      guard connect(index) else { return }
    }
    try transmit(index)
  }

  /// Sends as much of the rest of a slot's request as the socket takes.
  mutating func transmit(_ index: Int32) throws(SystemCallError) {
    let place = Int(index)
    let start = place * template.longest
    let rest = start + Int(slots[place].written)..<start + Int(slots[place].length)
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

  private func send(_ range: Range<Int>, over place: Int) -> ClientSocket.Outcome {
    let bytes = outbox.span.extracting(range)
    guard sessions.isEmpty else { return sessions[place]?.write(bytes) ?? .later }
    return ClientSocket.send(bytes, to: slots[place].connection.socket)
  }

  /// Registers a slot's connection with the poller, once unless it must wait for writing.
  private mutating func watch(
    _ index: Int32, forWriting: Bool
  ) throws(SystemCallError) {
    let place = Int(index)
    let slot = slots[place]
    guard !slot.isWatched || (forWriting && !slot.isWatchedForWriting) else { return }
    let (socket, interest) = (
      slot.connection.socket, ClientConnection.interest(forWriting: forWriting)
    )
    if slot.isWatched {
      try poller.change(socket, to: interest, as: slot.token(at: index))
    } else {
      try poller.add(socket, for: interest, as: slot.token(at: index))
    }
    slots[place].isWatched = true
    slots[place].isWatchedForWriting = forWriting
  }

  /// Classifies an error on a slot's connection.
  func failure(of index: Int32, _ error: Int32) -> Failure {
    let slot = slots[Int(index)]
    if !sessions.isEmpty, sessions[Int(index)]?.hasFailed == true { return .tls }
    if ClientSocket.isRefusal(error) { return .refused }
    if ClientSocket.isReset(error) { return .reset }
    return slot.wasUsed || slot.written > 0 ? .reset : .unreachable
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

/// The state of one connection and its request.
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
  }

  static let none: Int32 = -1

  var phase = Phase.free
  /// Whether the connection is registered with the poller, and for writing.
  var isWatched = false
  var isWatchedForWriting = false
  /// Whether it has urgent work.
  var isHurried = false
  /// Whether there are more bytes than one turn reads.
  var isUnread = false
  /// Whether the peer sends no more, which the poller reports once.
  var isPeerFinished = false
  /// Whether the connection has carried a complete response.
  var wasUsed = false
  var connection = ClientConnection()
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
  var reader = ResponseReader()

  func token(at index: Int32) -> Poller.Token { connection.token(at: index) }
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
