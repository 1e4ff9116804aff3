import GrowthloopTransport

/// The source of the next request: the schedule, or a user whose response has come.
struct RequestSource {
  /// The moment of a request that does not exist.
  static let never = Int64.max

  private var schedule: ArrivalSchedule?
  /// Every so many-th moment is this generator's.
  private let stride: Int
  /// A ring buffer of the moments at which users send again, ascending.
  private var asks: [Int64] = []
  private var firstAsk = 0
  private var askCount = 0
  private let pause: Int64
  private let start: Int64
  /// After the last planned moment.
  let end: Int64
  /// The planned moment of the next request, by the monotonic clock.
  private(set) var head = never

  init(_ plan: LoadPlan, start: Int64) {
    self.start = start
    stride = plan.share.count
    switch plan.loop {
    case .open(let arrivals):
      // A recorded schedule ends with its last moment, which counts too.
      end = start + arrivals.length.nanoseconds + 1
      pause = 0
      var schedule = ArrivalSchedule(arrivals, seed: plan.seed)
      head = schedule.next(plan.share.number).map { start + $0 } ?? Self.never
      self.schedule = schedule
    case .closed(let users, let pause, let length):
      end = start + length.nanoseconds
      self.pause = pause.nanoseconds
      asks = [Int64](repeating: start, count: users)
      askCount = users
      head = start
    }
  }

  /// Removes the next request.
  mutating func removeHead() {
    guard schedule == nil else {
      head = schedule?.next(stride).map { start + $0 } ?? Self.never
      return
    }
    firstAsk = firstAsk + 1 == asks.count ? 0 : firstAsk + 1
    askCount -= 1
    head = askCount > 0 ? asks[firstAsk] : Self.never
  }

  /// Schedules the next request of a user whose request is over.
  mutating func requestEnded(at time: Int64) {
    let next = time + pause
    guard schedule == nil, next < end else { return }
    asks[(firstAsk + askCount) % asks.count] = next
    askCount += 1
    if askCount == 1 { head = next }
  }
}

extension ArrivalSchedule {
  /// Returns the moment `count` moments on; `nil` after the last.
  fileprivate mutating func next(_ count: Int) -> Int64? {
    for _ in 1..<count { _ = next() }
    return next()
  }
}

extension LoadEngine {
  /// The token of the switch that stops the run; no slot has it.
  private static let bell = Poller.Token(.max)
  /// The longest delay of reading where each request is sent at its moment.
  private static let longestRest: Int64 = 1_000_000

  /// Runs the plan to its end, or until it is stopped.
  consuming func run(
    stoppingOn stop: LoadSwitch?, _ onSecond: (LoadProgress) -> Void
  ) throws(SystemCallError) -> LoadRecord {
    if let stop {
      let bell = stop.bell.descriptor.number
      if ring == nil { try poller.add(bell, for: .reading, as: Self.bell) }
      ring?.watch(bell, as: Self.bell)
    }
    while true {
      now = MonotonicTime.now().nanoseconds
      try sendDue()
      flush()
      try expire()
      recorder.pass(now, backlog: backlog, inFlight: busy.count, onSecond)
      if isOver || stop?.isThrown == true { break }
      try takeTurn()
    }
    recorder.wasCancelled = !isOver
    countWhatIsLeft()
    // Another run of this process needs the descriptors.
    while idle.count > 0 { dismiss(idle.first) }
    for channel in channels.indices where channels[channel].connection.isOpen {
      close(Int32(channel))
    }
    recorder.note(security?.agreement)
    recorder.note(streams?.use)
    return recorder.finish(now, backlog: .zero, onSecond)
  }

  /// Waits for the next due moment, and handles the events of the network.
  private mutating func takeTurn() throws(SystemCallError) {
    let before = MonotonicTime.now().nanoseconds
    recorder.endTurn(at: before)
    let pause = unread.isEmpty ? max(0, wakeTime - before - lead.nanoseconds) : 0
    let count = mayRest(for: pause) ? try rest(for: pause, before) : try listen(for: pause, before)
    try takeEvents(count)
    try readOn()
  }

  /// Handles the events of the last wait.
  private mutating func takeEvents(_ count: Int) throws(SystemCallError) {
    if isStamping, count > 0 { arrivals.compare() }
    if ring != nil { noteEnds(count) }
    for index in 0..<count {
      if let event = ring?[index] { try take(event) } else { try take(poller[index]) }
      // Due requests must not wait for all events.
      if head <= now { try sendDue() }
    }
  }

  /// Waits for events of the network, at most for so many nanoseconds; returns their number.
  private mutating func look(for nanoseconds: Int64) throws(SystemCallError) -> Int {
    flush()
    if let count = try ring?.wait(nanoseconds: nanoseconds) { return count }
    return try poller.wait(nanoseconds: nanoseconds)
  }

  /// Reads connections with bytes left over, which the poller does not report again.
  private mutating func readOn() throws(SystemCallError) {
    // Connections with still more bytes are added behind these.
    let count = unread.count
    for place in 0..<count {
      let token = unread[place]
      let index = ClientConnection.index(of: token)
      guard channels[Int(index)].token(at: index) == token, channels[Int(index)].isUnread else {
        continue
      }
      channels[Int(index)].isUnread = false
      if streams == nil { receive(index) } else { try receiveAnswers(index) }
      if head <= now { try sendDue() }
    }
    unread.removeFirst(count)
  }

  /// Waits until an event, or for `pause`.
  private mutating func listen(for pause: Int64, _ before: Int64) throws(SystemCallError) -> Int {
    let count = try look(for: pause)
    now = MonotonicTime.now().nanoseconds
    if count == 0, pause > 0 { lead.learn(lateness: now - before - pause) }
    recorder.beginTurn(
      at: now, isIdle: count == 0 && unread.isEmpty, lookedAt: pause > 0 ? nil : before)
    return count
  }

  /// Sleeps for `pause`, sends due requests, and returns the events of the meantime.
  private mutating func rest(for pause: Int64, _ before: Int64) throws(SystemCallError) -> Int {
    ThisThread.sleep(until: MonotonicTime(nanoseconds: before + pause))
    now = MonotonicTime.now().nanoseconds
    lead.learn(lateness: now - before - pause)
    recorder.beginTurn(at: now, isIdle: false)
    try sendDue()
    return try look(for: 0)
  }

  /// Whether reading may be delayed by `pause`.
  private func mayRest(for pause: Int64) -> Bool {
    pause > 0 && pause <= max(lateness, Self.longestRest)
      && isStamped && hurried == 0 && !isBlocked
  }

  private var wakeTime: Int64 {
    var time = recorder.nextTick
    if !isBlocked, now < sendingEnd {
      time = min(time, max(head, lastSending + lateness))
    }
    return min(time, busy.limit(in: slots))
  }

  private var isOver: Bool {
    busy.count == 0 && (head == RequestSource.never || now >= sendingEnd)
  }

  /// The lateness of the next request for lack of a connection.
  private var backlog: Duration {
    .nanoseconds(isBlocked && now < sendingEnd ? max(0, now - head) : 0)
  }

  /// Fails the requests whose time limit has passed.
  private mutating func expire() throws(SystemCallError) {
    // What the ring has received counts as read.
    while ring != nil, busy.expired(at: now, in: slots) != nil {
      let count = try look(for: 0)
      guard count > 0 else { break }
      try takeEvents(count)
    }
    while let index = busy.expired(at: now, in: slots) {
      // A response that came while the generator was late waits to be read: it is in time.
      if slots[Int(index)].phase == .answering {
        if streams == nil { receive(index) } else { try receiveAnswers(slots[Int(index)].channel) }
      }
      if busy.expired(at: now, in: slots) == index { fail(index, .timeout) }
    }
    if streams != nil { try writeStreams() }
  }

  /// Counts the requests under way and those never sent.
  private mutating func countWhatIsLeft() {
    while let index = busy.first { fail(index, .unfinished) }
    while followUps.first != nil { cutOff(followUps.removeFirst()) }
    let until = recorder.wasCancelled ? now : RequestSource.never - 1
    let isUnconnected = isBlocked && !recorder.wasCancelled
    while source.head <= until {
      recorder.countNotSent(
        nextRequest.kind, planned: source.head, isUnconnected: isUnconnected)
      removeNext()
    }
  }

  /// Counts a step for which the run had no time, and those behind it.
  private mutating func cutOff(_ step: FollowUp) {
    if let begun = step.begun {
      recorder.countUnfinished(step.kind, planned: begun.planned)
    } else {
      recorder.countUnreached(step.kind, planned: step.due)
    }
    var kind = step.kind
    while pauses[kind] != nil {
      kind += 1
      recorder.countUnreached(kind, planned: step.due)
    }
  }

  /// Advances to the next request of the plan.
  mutating func removeNext() {
    source.removeHead()
    nextNumber += plan.share.count
    if source.head != RequestSource.never { nextRequest = draws.request(nextNumber) }
  }

  private mutating func take(_ event: Poller.Event) throws(SystemCallError) {
    guard event.token != Self.bell else { return }
    let index = ClientConnection.index(of: event.token)
    // Ignores an event of an earlier connection of the slot.
    guard channels[Int(index)].token(at: index) == event.token else { return }
    if event.isPeerFinished || event.isBroken { channels[Int(index)].isPeerFinished = true }
    guard streams == nil else { return try serveStreams(index, event) }
    switch slots[Int(index)].phase {
    case .free: break
    case .idle:
      if event.isReadable || event.isPeerFinished || event.isBroken { dismiss(index) }
    case .sending:
      try transmit(index)
      if channels[Int(index)].token(at: index) == event.token,
        slots[Int(index)].phase == .sending, event.isReadable
      {
        receive(index)
      }
    case .answering, .again: receive(index)
    }
  }
}

extension LoadEngine {
  /// Notes which peers send no more: their last answers come before that in the same turn.
  private mutating func noteEnds(_ count: Int) {
    for place in 0..<count {
      guard let event = ring?[place], event.isEnd, let index = current(event.token) else {
        continue
      }
      channels[Int(index)].isPeerFinished = true
    }
  }

  /// The place of the connection that has a token; `nil` if it is closed.
  private func current(_ token: Poller.Token) -> Int32? {
    let index = ClientConnection.index(of: token)
    guard index >= 0, Int(index) < channels.count,
      channels[Int(index)].token(at: index) == token
    else { return nil }
    return index
  }

  /// Handles what the ring has done.
  private mutating func take(_ event: SocketRing.Completion) throws(SystemCallError) {
    guard let index = current(event.token) else {
      ring?.giveBack(event)
      return
    }
    // A connection that ends before its request has left.
    if !slots[Int(index)].isCounted { flush() }
    let phase = slots[Int(index)].phase
    switch event.kind {
    case .ended: break
    case .ready: if phase == .sending { try transmit(index) }
    case .unsent:
      now = MonotonicTime.now().nanoseconds
      fail(index, failure(of: index, event.error))
    case .received:
      if event.isLast, !event.isEnd {
        // The kernel had no buffer left, and has one again after this turn.
        ring?.listen(to: channels[Int(index)].connection.socket, as: event.token)
      }
      guard phase == .sending || phase == .answering else {
        ring?.giveBack(event)
        if phase == .idle { dismiss(index) }
        return
      }
      arrived = event
      receive(index)
      arrived = nil
    }
  }
}
