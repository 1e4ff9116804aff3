internal import GrowthloopTransport

/// How many connections and streams a run over HTTP/2 used.
public struct MultiplexingUse: Codable, Sendable, Hashable {
  /// The connections that were opened.
  public internal(set) var connections = 0
  /// The most requests under way on one connection at a time.
  public internal(set) var streams = 0
  /// The requests that were sent again, since the server ended the connection without taking them.
  public internal(set) var resent = 0

  /// Adds that of another generator.
  static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.connections += other.connections
    sum.streams = max(sum.streams, other.streams)
    sum.resent += other.resent
    return sum
  }
}

/// The connections of HTTP/2, each of which carries several requests at a time.
struct StreamPool {
  /// What one connection carries.
  struct Carrier {
    var session: HTTP2Session?
    /// The requests under way.
    var count = 0
    /// Whether it is for one request alone.
    var isOwn = false
    /// Whether there may be something to write.
    var isUnwritten = false
  }

  let client: HTTP2Client
  /// The most requests under way on one connection.
  let most: Int
  var carriers: [Carrier]
  /// The connection in turn, and whether it was taken in this turn.
  private var turn = 0
  private var isTaken = false
  /// The connections that may have something to write.
  var unwritten: [Int32] = []
  /// The requests that their connections did not take.
  var again: [Int32] = []
  var use = MultiplexingUse()

  /// How often a request is sent again.
  static let mostTries = 10

  init(_ client: HTTP2Client, _ limits: LoadLimits) {
    self.client = client
    most = limits.streams
    carriers = Array(repeating: Carrier(), count: limits.connections)
    unwritten.reserveCapacity(limits.connections)
  }

  /// Takes a connection for a request: that in turn, or the next that has a stream.
  mutating func take(_ connection: RequestKind.Connection) -> Int32? {
    for step in carriers.indices {
      let place = turn + step < carriers.count ? turn + step : turn + step - carriers.count
      let carrier = carriers[place]
      if let session = carrier.session {
        let isFree =
          connection == .new
          ? carrier.count == 0
          : !carrier.isOwn && !session.isEnding && carrier.count < min(most, session.allowance)
        guard isFree else { continue }
      }
      (turn, isTaken) = (place, true)
      carriers[place].count += 1
      if connection == .kept { use.streams = max(use.streams, carriers[place].count) }
      return Int32(place)
    }
    return nil
  }

  /// Gives the next connection its turn: what is sent at a time is one writing.
  mutating func passTurn() {
    guard isTaken else { return }
    turn = turn + 1 < carriers.count ? turn + 1 : 0
    isTaken = false
  }

  /// Notes that a connection may have something to write.
  mutating func mark(_ channel: Int32) {
    guard !carriers[Int(channel)].isUnwritten else { return }
    carriers[Int(channel)].isUnwritten = true
    unwritten.append(channel)
  }
}

extension LoadEngine {
  /// Lays out the heads that are the same in all requests of a kind.
  func prepareHeads() {
    guard let client = streams?.client else { return }
    for kind in areFilled.indices where !areFilled[kind] && template.isFixed(kind) {
      var text = [UInt8](repeating: 0, count: template.longest)
      let request = DrawnRequest(kind: kind, code: 0, standing: .known, person: 0)
      let length = template.write(request, number: 0, to: &text, at: 0)
      client.prepare(text.span.extracting(0..<length), as: kind)
    }
  }

  /// Takes a slot and a stream for the next request.
  mutating func takeStream(_ connection: RequestKind.Connection) -> Int32? {
    guard free.count > 0, let channel = streams?.take(connection) else { return nil }
    let index = free.last
    free.remove(index, in: &slots)
    prepare(channel, for: connection)
    slots[Int(index)].channel = channel
    return index
  }

  /// Closes what a connection of its own takes the place of.
  private mutating func prepare(_ channel: Int32, for connection: RequestKind.Connection) {
    if connection == .new, channels[Int(channel)].connection.isOpen { drop(channel) }
    guard !channels[Int(channel)].connection.isOpen else { return }
    streams?.carriers[Int(channel)].isOwn = connection == .new
  }

  /// Plans the request of a slot on its connection, which is opened if it is not.
  mutating func ask(_ index: Int32) {
    let (place, channel) = (Int(index), slots[Int(index)].channel)
    slots[place].phase = .answering
    if !channels[Int(channel)].connection.isOpen {
      guard connect(channel, for: index) else { return }
      let session = streams?.client.session()
      streams?.carriers[Int(channel)].session = session
      streams?.use.connections += 1
    }
    guard let session = streams?.carriers[Int(channel)].session else {
      return fail(index, .unreachable)
    }
    let reach = inspector.reach(of: slots[place].request.kind)
    let range = text(of: place)
    let request = slots[place].isFilled ? filled[place] : outbox
    let isTaken = session.ask(
      request.span.extracting(range), of: slots[place].request.kind, at: index, keeping: reach)
    if isTaken { streams?.mark(channel) } else { leave(index) }
  }

  /// Sends the requests again that their connections did not take.
  mutating func askAgain() throws(SystemCallError) {
    while let index = streams?.again.first {
      let connection = connections[slots[Int(index)].request.kind]
      guard let channel = streams?.take(connection) else { return }
      streams?.again.removeFirst()
      prepare(channel, for: connection)
      slots[Int(index)].channel = channel
      ask(index)
    }
  }

  /// Has a request be sent again over another connection, within its time limit.
  ///
  /// A server that did not take it did nothing with it (RFC 9113, 8.7). One that never takes it has
  /// refused it.
  private mutating func leave(_ index: Int32) {
    let place = Int(index)
    guard slots[place].tries < StreamPool.mostTries else {
      fail(index, .refused)
      return
    }
    inspector.forget(place)
    giveUpStream(index)
    slots[place].tries += 1
    slots[place].phase = .again
    streams?.again.append(index)
    streams?.use.resent += 1
  }

  /// Frees the slot of a request that is over, and its stream.
  mutating func leaveStream(_ index: Int32) {
    busy.remove(index, in: &slots)
    inspector.forget(Int(index))
    if slots[Int(index)].phase == .again {
      streams?.again.removeAll { $0 == index }
    } else {
      giveUpStream(index)
    }
    slots[Int(index)].phase = .free
    free.append(index, in: &slots)
  }

  /// Cancels what is left of a request's stream, and closes a connection that no one needs.
  private mutating func giveUpStream(_ index: Int32) {
    let channel = slots[Int(index)].channel
    let carrier = Int(channel)
    streams?.carriers[carrier].count -= 1
    guard let session = streams?.carriers[carrier].session else { return }
    if session.cancel(at: index) { streams?.mark(channel) }
    guard streams?.carriers[carrier].count == 0 else { return }
    if session.isEnding || streams?.carriers[carrier].isOwn == true { drop(channel) }
  }

  /// Closes a connection without requests.
  private mutating func drop(_ channel: Int32) {
    streams?.carriers[Int(channel)].session = nil
    streams?.carriers[Int(channel)].isOwn = false
    hurry(channel, false)
    close(channel)
  }

  /// Closes a connection whose requests have failed, each as far as it was.
  private mutating func lose(_ channel: Int32, _ failure: Failure? = nil) {
    for index in slots.indices where streams?.carriers[Int(channel)].count ?? 0 > 0 {
      guard slots[index].channel == channel, slots[index].phase == .answering else { continue }
      let hasBegun = streams?.client.hasBegun(at: Int32(index)) == true
      fail(Int32(index), failure ?? (hasBegun ? .halfResponse : .earlyClose))
    }
    if channels[Int(channel)].connection.isOpen { drop(channel) }
  }

  /// Handles an event of a connection.
  mutating func serveStreams(
    _ channel: Int32, _ event: Poller.Event
  ) throws(SystemCallError) {
    if event.isReadable || event.isPeerFinished || event.isBroken {
      try receiveAnswers(channel)
    }
    guard channels[Int(channel)].token(at: channel) == event.token else { return }
    try write(channel)
  }

  /// Reads a connection up to the limit of one turn, and takes the answers.
  ///
  /// `error` is that of the writing, where the connection takes no more: what came is read.
  ///
  /// - Throws: `SystemCallError` where the poller fails.
  mutating func receiveAnswers(
    _ channel: Int32, after error: Int32? = nil
  ) throws(SystemCallError) {
    let place = Int(channel)
    let isPeerFinished = channels[place].isPeerFinished
    for _ in 0..<Self.mostReadings {
      guard let session = streams?.carriers[place].session else { return }
      let (outcome, stamp) = fillInbox(from: place)
      switch outcome {
      case .later:
        guard let error else { return try write(channel) }
        return lose(channel, failure(of: channel, error))
      case .failed(let number):
        now = MonotonicTime.now().nanoseconds
        return lose(channel, failure(of: channel, error ?? number))
      case .moved(0):
        now = MonotonicTime.now().nanoseconds
        return lose(channel)
      case .moved(let count):
        let isSound = session.receive(inbox.span.extracting(0..<count))
        now = MonotonicTime.now().nanoseconds
        // That of the last of the bytes: no answer among them is said to be earlier than it was.
        takeAnswers(channel, at: min(now, stamp.flatMap { arrivals.time(of: $0) } ?? now))
        if session.lastTaken != nil { leaveUntaken(channel, session) }
        guard isSound else { return lose(channel, .malformed) }
        // The poller reports the rest, but not bytes within OpenSSL, nor the end of the stream twice.
        if count < inbox.count, sessions.isEmpty, !isPeerFinished, error == nil {
          return try write(channel)
        }
      }
    }
    if let error { return lose(channel, failure(of: channel, error)) }
    try write(channel)
    if channels[place].connection.isOpen { readLater(channel) }
  }

  /// Records the answers, or the ends, that a connection brought until a moment.
  private mutating func takeAnswers(_ channel: Int32, at arrival: Int64) {
    guard let client = streams?.client else { return }
    var number = 0
    while number < client.events.count {
      let event = client.events[number]
      let place = Int(event.place)
      number += 1
      guard slots[place].phase == .answering, slots[place].channel == channel else { continue }
      switch event.ending {
      case .none:
        inspector.keep(event.text, of: client.text, for: place, kind: slots[place].request.kind)
      case .finished:
        slots[place].reader = client.answer(at: event.place)
        let slot = slots[place]
        let done = max(slot.since, arrival)
        let isOver = judge(event.place, slot, done: done, event.text, of: client.text)
        leaveStream(event.place)
        if isOver { end(at: now) } else { lastFreed = now }
      case .cutOff: fail(event.place, .halfResponse)
      case .malformed: fail(event.place, .malformed)
      case .reset: fail(event.place, .reset)
      case .refused: fail(event.place, .refused)
      }
    }
    client.clear()
  }

  /// Takes the requests from a connection that the server ends without taking them.
  private mutating func leaveUntaken(_ channel: Int32, _ session: HTTP2Session) {
    let place = Int(channel)
    for index in slots.indices where streams?.carriers[place].count ?? 0 > 0 {
      guard slots[index].channel == channel, slots[index].phase == .answering,
        session.hasLeft(requestAt: Int32(index))
      else { continue }
      leave(Int32(index))
    }
    if streams?.carriers[place].count == 0, channels[place].connection.isOpen { drop(channel) }
  }

  /// Writes what the connections have to write.
  mutating func writeStreams() throws(SystemCallError) {
    streams?.passTurn()
    while let channel = streams?.unwritten.popLast() {
      streams?.carriers[Int(channel)].isUnwritten = false
      try write(channel)
    }
  }

  /// Writes as much as a connection takes.
  private mutating func write(_ channel: Int32) throws(SystemCallError) {
    let place = Int(channel)
    guard let session = streams?.carriers[place].session else { return }
    var isFull = false
    loop: while let outcome = session.write({ send($0, of: place) }) {
      switch outcome {
      case .moved: channels[place].wasUsed = true
      case .later:
        isFull = true
        break loop
      case .failed(let error): return try receiveAnswers(channel, after: error)
      }
    }
    // Those of which the library gave up the streams.
    takeAnswers(channel, at: now)
    guard channels[place].connection.isOpen else { return }
    guard !session.isOver else { return lose(channel, .malformed) }
    try watch(channel, forWriting: isFull)
  }
}
