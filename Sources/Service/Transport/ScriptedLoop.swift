internal import Synchronization

/// The loop of a scripted server.
struct ScriptedLoop: ~Copyable {
  /// One connection; its number in the array is its descriptor's.
  private struct Connection: BitwiseCopyable {
    var isOpen = false
    var generation: UInt32 = 0
    /// The number of received bytes of the end of a head, "\r\n\r\n".
    var matched = 0
    var frames = FrameScanner()
  }

  /// A piece of an answer that is to be sent.
  private struct Due: BitwiseCopyable {
    var time: Int64
    var connection: Int32
    var generation: UInt32
    var piece: Int
    /// The number of the request, in the order in which they came.
    let request: Int
    /// With HTTP/2, its stream.
    let stream: UInt32
  }

  private static let bell = Poller.Token(.max)
  private static let door = Poller.Token(.max - 1)

  private let listener: ListeningSocket
  private var poller: Poller
  private var script: AnswerScript
  private let answer: ScriptedAnswer
  private let version: HTTPVersion
  private let isImmediate: Bool
  private let start: Int64
  private var connections: [Connection] = []
  /// In the order of their times.
  private var waiting: [Due] = []
  private var firstWaiting = 0
  private var inbox = [UInt8](repeating: 0, count: 16_384)
  private var figures = ScriptedServer.Figures()
  /// The streams of the requests in the bytes read.
  private var asked: [UInt32] = []

  init(
    _ listener: consuming ListeningSocket, stoppingOn bell: Int32, _ script: AnswerScript,
    _ answer: ScriptedAnswer, _ version: HTTPVersion, since start: MonotonicTime
  ) throws(SystemCallError) {
    let poller = try Poller()
    try poller.add(bell, for: .reading, as: Self.bell)
    try poller.add(listener.descriptor.number, for: .reading, as: Self.door)
    self.poller = poller
    self.listener = listener
    self.script = script
    self.answer = answer
    self.version = version
    self.start = start.nanoseconds
    isImmediate = script.behaviour == .atOnce && answer.pieces.count == 1
  }

  /// Serves until the server is stopped.
  consuming func run() -> ScriptedServer.Figures {
    try? ThisThread.setTimerSlack(nanoseconds: 1)
    while true {
      sendDue()
      var patience: Int64 = -1
      if firstWaiting < waiting.count {
        patience = max(0, waiting[firstWaiting].time - MonotonicTime.now().nanoseconds)
      }
      guard let count = try? poller.wait(nanoseconds: patience) else { break }
      for index in 0..<count {
        let event = poller[index]
        if event.token == Self.bell {
          figures.processorTime = ThisThread.processorTime()
          return figures
        }
        if event.token == Self.door { accept() } else { receive(event) }
      }
    }
    return figures
  }

  private mutating func accept() {
    while let connection = try? listener.accept() {
      let number = connection.release()
      while connections.count <= number { connections.append(Connection()) }
      connections[Int(number)].isOpen = true
      connections[Int(number)].matched = 0
      connections[Int(number)].frames = FrameScanner()
      if version == .http2 {
        _ = ClientSocket.send(FrameScanner.frame(.settings, on: 0).span, to: number)
      }
      figures.connections += 1
      let token = Poller.Token(
        UInt64(connections[Int(number)].generation) << 32 | UInt64(number))
      if (try? poller.add(number, for: [.reading, .changesOnly], as: token)) == nil {
        close(number)
      }
      // Bytes that came with the connection are read at once.
      receive(number)
    }
  }

  private mutating func close(_ number: Int32) {
    connections[Int(number)].isOpen = false
    connections[Int(number)].generation &+= 1
    ClientSocket.close(number)
  }

  private mutating func receive(_ event: Poller.Event) {
    let number = Int32(truncatingIfNeeded: event.token.rawValue & 0xFFFF_FFFF)
    let generation = UInt32(event.token.rawValue >> 32)
    guard connections[Int(number)].isOpen, connections[Int(number)].generation == generation
    else { return }
    receive(number)
  }

  private mutating func receive(_ number: Int32) {
    while connections[Int(number)].isOpen {
      switch fillInbox(from: number) {
      case .later: return
      case .failed, .moved(0):
        close(number)
        return
      case .moved(let count):
        findRequests(in: count, from: number)
        for place in asked.indices { reply(to: number, on: asked[place]) }
        if count < inbox.count { return }
      }
    }
  }

  private mutating func fillInbox(from number: Int32) -> ClientSocket.Outcome {
    var room = inbox.mutableSpan
    return ClientSocket.receive(into: &room, from: number)
  }

  /// Finds the requests that end in the bytes read; without streams each has number 0.
  private mutating func findRequests(in count: Int, from number: Int32) {
    asked.removeAll(keepingCapacity: true)
    guard version == .http1 else {
      var (frames, found) = (connections[Int(number)].frames, [] as [UInt32])
      swap(&found, &asked)
      frames.read(inbox.span.extracting(0..<count), &found)
      swap(&found, &asked)
      connections[Int(number)].frames = frames
      return
    }
    var matched = connections[Int(number)].matched
    for place in 0..<count {
      let byte = inbox[place]
      let expected: UInt8 = matched % 2 == 0 ? 13 : 10
      matched = byte == expected ? matched + 1 : byte == 13 ? 1 : 0
      if matched == 4 {
        asked.append(0)
        matched = 0
      }
    }
    connections[Int(number)].matched = matched
  }

  /// Sends a piece of the answer; on a stream, the answer is one piece.
  private func send(_ piece: Int, to number: Int32, on stream: UInt32) {
    let bytes = stream == 0 ? answer.pieces[piece] : FrameScanner.ok(on: stream)
    _ = ClientSocket.send(bytes.span, to: number)
  }

  private mutating func reply(to number: Int32, on stream: UInt32) {
    if isImmediate {
      figures.answers += 1
      send(0, to: number, on: stream)
      end(number)
      return
    }
    let now = MonotonicTime.now().nanoseconds
    let time = start + script.answerTime(at: now - start)
    if answer.pieces.isEmpty {
      end(number)
    } else {
      wait(
        Due(
          time: time, connection: number, generation: connections[Int(number)].generation,
          piece: 0, request: figures.answerTimes.count, stream: stream))
      figures.answerTimes.append(nil)
    }
  }

  private mutating func wait(_ due: Due) {
    var place = waiting.count
    while place > firstWaiting, waiting[place - 1].time > due.time { place -= 1 }
    waiting.insert(due, at: place)
  }

  private mutating func sendDue() {
    while firstWaiting < waiting.count {
      let due = waiting[firstWaiting]
      let now = MonotonicTime.now().nanoseconds
      guard due.time <= now else { return }
      firstWaiting += 1
      if firstWaiting == waiting.count || firstWaiting > 65_536 {
        waiting.removeFirst(firstWaiting)
        firstWaiting = 0
      }
      guard connections[Int(due.connection)].generation == due.generation else { continue }
      send(due.piece, to: due.connection, on: due.stream)
      if due.piece + 1 < answer.pieces.count {
        wait(
          Due(
            time: now + 1_000_000, connection: due.connection, generation: due.generation,
            piece: due.piece + 1, request: due.request, stream: due.stream))
      } else {
        figures.answers += 1
        figures.answerTimes[due.request] = now - start
        end(due.connection)
      }
    }
  }

  private mutating func end(_ number: Int32) {
    switch answer.ending {
    case .keep: break
    case .close: close(number)
    case .reset:
      ClientSocket.abortOnClose(number)
      close(number)
    }
  }
}

/// Finds the requests in what a client of HTTP/2 sends, by the frames alone.
package struct FrameScanner: BitwiseCopyable {
  /// The types of frames that a script needs.
  package enum Kind: UInt8 {
    case data, headers, priority, reset, settings, push, ping, goAway, window, continuation
  }

  /// The bytes of the preface that are still to come.
  private var preface = 24
  /// The head of the frame that is being read, and how much of it was.
  private var head: UInt128 = 0
  private var headCount = 0
  /// The bytes of its payload that are still to come.
  private var rest = 0

  package init() {}

  /// Reads bytes that came, and adds the streams of the requests that end in them.
  package mutating func read(_ bytes: Span<UInt8>, _ asked: inout [UInt32]) {
    var place = min(preface, bytes.count)
    preface -= place
    while place < bytes.count {
      if headCount < 9 {
        head = head << 8 | UInt128(bytes[place])
        (place, headCount) = (place + 1, headCount + 1)
        rest = Int(head >> 48 & 0xFF_FFFF)
      } else {
        let part = min(rest, bytes.count - place)
        (place, rest) = (place + part, rest - part)
      }
      guard headCount == 9, rest == 0 else { continue }
      // The last frame of a request says so.
      if head >> 40 & 0xFF <= 1, head >> 32 & 1 == 1 { asked.append(UInt32(head & 0x7FFF_FFFF)) }
      (head, headCount) = (0, 0)
    }
  }

  /// Returns the bytes of a frame; a payload that is shorter than `length` says is not whole.
  package static func frame(
    _ kind: Kind, flags: UInt8 = 0, on stream: UInt32, _ payload: [UInt8] = [], length: Int? = nil
  ) -> [UInt8] {
    let length = length ?? payload.count
    let head = UInt128(length) << 48 | UInt128(kind.rawValue) << 40 | UInt128(flags) << 32
    let bytes = head | UInt128(stream)
    return (0..<9).map { UInt8(truncatingIfNeeded: bytes >> UInt128(8 * (8 - $0))) } + payload
  }

  /// The answer 200 with thirteen bytes; 0x88 is that status: RFC 7541, appendix A.
  static func ok(on stream: UInt32) -> [UInt8] {
    frame(.headers, flags: 4, on: stream, [0x88])
      + frame(.data, flags: 1, on: stream, [UInt8](repeating: UInt8(ascii: "x"), count: 13))
  }
}

/// The answer times of a scripted server, a function of the arrival times alone.
public struct AnswerScript: Sendable, Hashable {
  /// The behaviour of the server.
  public enum Behaviour: Sendable, Hashable {
    /// Answers at once.
    case atOnce
    /// Answers every request after the same time.
    case delay(Duration)
    /// Answers one request in so many late, and the others after `delay`.
    case oneInMany(Int, late: Duration, delay: Duration)
    /// Stands still for `lasting` at the end of every `period`, and answers after `delay` otherwise.
    case stalls(every: Duration, lasting: Duration, delay: Duration)
    /// Works on one request after the other, on each for the same time.
    case oneAtATime(Duration)
  }

  public let behaviour: Behaviour
  private var count = 0
  private var freeAt: Int64 = 0

  public init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
  }

  /// Returns when a request is answered that comes at `time`, in nanoseconds since the script began;
  /// requests are asked for in the order in which they come.
  public mutating func answerTime(at time: Int64) -> Int64 {
    count += 1
    switch behaviour {
    case .atOnce: return time
    case .delay(let delay): return time + delay.wholeNanoseconds
    case .oneInMany(let many, let late, let delay):
      return time + (count % many == 0 ? late : delay).wholeNanoseconds
    case .stalls(let every, let lasting, let delay):
      let (period, still) = (every.wholeNanoseconds, lasting.wholeNanoseconds)
      let answer = time + delay.wholeNanoseconds
      let phase = answer % period
      return phase >= period - still ? answer - phase + period : answer
    case .oneAtATime(let work):
      freeAt = max(freeAt, time) + work.wholeNanoseconds
      return freeAt
    }
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// The bytes of a scripted server's answer, and its next action.
public struct ScriptedAnswer: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// Waits for the next request.
    case keep
    /// Closes the connection.
    case close
    /// Resets the connection.
    case reset
  }

  /// The pieces of the answer, sent a millisecond apart.
  public let pieces: [[UInt8]]
  public let ending: Ending

  public init(_ pieces: [String], then ending: Ending = .keep) {
    self.pieces = pieces.map { Array($0.utf8) }
    self.ending = ending
  }

  /// A complete answer with a body of so many bytes.
  public static func ok(bodyBytes: Int = 13) -> ScriptedAnswer {
    let body = String(repeating: "x", count: bodyBytes)
    return ScriptedAnswer([
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(bodyBytes)\r\n\r\n\(body)"
    ])
  }
}

/// An HTTP server that follows a script, on its own thread and a free port of this machine.
public final class ScriptedServer: Sendable {
  public let address: SocketAddress
  /// The moment from which the script counts.
  public let start: MonotonicTime
  private let bell: WakeupEvent
  private let thread: Mutex<BackgroundThread?>
  private let figures = Mutex(Figures())

  /// The report of a server.
  public struct Figures: Sendable, Hashable {
    public internal(set) var answers = 0
    public internal(set) var connections = 0
    /// The times at which the requests that allowed a delay were answered, in the order in which they
    /// came, in nanoseconds since the script began; `nil` where none was.
    public internal(set) var answerTimes: [Int64?] = []
    /// The processor time of its thread.
    public internal(set) var processorTime = Duration.zero
  }

  /// Starts a server; bound to one of the processors, if one is named.
  ///
  /// With HTTP/2 it has one answer.
  public init(
    _ behaviour: AnswerScript.Behaviour = .atOnce, answering answer: ScriptedAnswer = .ok(),
    speaking version: HTTPVersion = .http1, on processor: Int? = nil
  ) throws(SystemCallError) {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    address = listener.address
    start = .now()
    bell = try WakeupEvent()
    thread = Mutex(nil)
    let loop = try ScriptedLoop(
      listener, stoppingOn: bell.descriptor.number, AnswerScript(behaviour), answer, version,
      since: start)
    let box = Mutex<ScriptedLoop?>(loop)
    let begin: @Sendable () -> Void = { [self] in
      guard let loop = box.withLock({ $0.take() }) else { return }
      if let processor { try? ThisThread.bind(to: [processor]) }
      let done = loop.run()
      figures.withLock { $0 = done }
    }
    try thread.withLock { thread throws(SystemCallError) in thread = try BackgroundThread(begin) }
  }

  /// Stops the server, waits for its end, and returns its report.
  @discardableResult
  public func stop() -> Figures {
    bell.signal()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
    return figures.withLock { $0 }
  }
}
