internal import Synchronization

/// A stream of server-sent events to one client, which the application feeds from any thread.
///
/// A frame that has not left yet is replaced by the next one of its topic: a slow reader gets the
/// newest, and no queue grows. Give it to `WebAnswer.stream`.
public final class WebStream: Sendable {
  private struct State {
    /// The newest frame of each topic that waits.
    var frames: [(topic: Int, bytes: [UInt8])] = []
    var isEnding = false
    var isClosed = false
    var wakeup: WakeupEvent?
  }

  private let state = Mutex(State())

  public init() {}

  /// Sends a frame, such as `data: 1\n\n`, as soon as the client takes it.
  public func send(_ frame: [UInt8], on topic: Int = 0) {
    change { state in
      state.frames.removeAll { $0.topic == topic }
      state.frames.append((topic, frame))
    }
  }

  /// Ends the stream after the last frame.
  public func close() {
    change { $0.isEnding = true }
  }

  /// Whether nothing more will be sent, since the stream was closed or its client has left.
  public var isClosed: Bool { state.withLock { $0.isClosed || $0.isEnding } }

  private func change(_ body: (inout sending State) -> Void) {
    let wakeup = state.withLock { state -> WakeupEvent? in
      if state.isClosed || state.isEnding { return nil }
      body(&state)
      return state.wakeup
    }
    wakeup?.signal()
  }

  /// Begins to wake the server with every frame.
  func begin(waking wakeup: WakeupEvent) {
    state.withLock { $0.wakeup = wakeup }
  }

  /// Returns the frames to send, and whether they are the last.
  func next() -> (frames: [UInt8], isLast: Bool) {
    state.withLock { state in
      defer { state.frames.removeAll() }
      let first = state.frames.first?.bytes ?? []
      return (state.frames.dropFirst().reduce(into: first) { $0 += $1.bytes }, state.isEnding)
    }
  }

  /// Says that the client has left.
  func end() {
    state.withLock { state in
      state.isClosed = true
      state.frames.removeAll()
      state.wakeup = nil
    }
  }
}

extension WebAnswer {
  /// Returns the answer that begins a stream, of the type `text/event-stream`.
  ///
  /// It takes the connection for itself.
  public static func stream(
    _ stream: WebStream, fields: [(name: String, value: String)] = [], countedBy meter: RouteMeter
  ) -> WebAnswer {
    var answer = WebAnswer(
      WebResponse(200, "text/event-stream", [], fields: fields), .now, countedBy: meter)
    answer.stream = stream
    return answer
  }
}

/// The client of a stream, on a socket that libmicrohttpd has given up.
final class StreamClient {
  /// The number of the connection that it was.
  let number: UInt64
  let peer: IPAddress
  let stream: WebStream
  private let socket: OwnedDescriptor
  /// The bytes on their way, of which so many have left.
  private var bytes: [UInt8]
  private var sent = 0
  private var isLast = false
  /// The moment at which the client last took all there was.
  private(set) var servedAt: MonotonicTime

  init(
    number: UInt64, peer: IPAddress, socket: consuming OwnedDescriptor, stream: WebStream,
    head: [UInt8], at now: MonotonicTime
  ) {
    self.number = number
    self.peer = peer
    self.socket = socket
    self.stream = stream
    bytes = head
    servedAt = now
  }

  var descriptor: Int32 { socket.number }

  /// Sends what there is, without waiting; returns whether the stream goes on.
  func pass(at now: MonotonicTime) -> Bool {
    while true {
      if sent == bytes.count {
        servedAt = now
        if isLast { return false }
        let next = stream.next()
        isLast = next.isLast
        bytes = next.frames
        sent = 0
        if bytes.isEmpty { return !isLast }
      }
      let rest = bytes
      do {
        guard let count = try socket.send(rest.span.extracting(sent..<rest.count)) else {
          return true
        }
        sent += count
      } catch {
        return false
      }
    }
  }

  /// Adds a comment, which shows whether the client is still there.
  func ping() {
    guard sent == bytes.count else { return }
    bytes = Array(": \n\n".utf8)
    sent = 0
  }

  func end() {
    stream.end()
    BorrowedSocket.finishSending(socket.number)
  }
}

extension WebServer {
  /// Turns the connections that asked for a stream into streams.
  func addStreams(_ events: borrowing EventSources) {
    for connection in beginning where connections[connection.number] === connection {
      let isFree = streams.count < limits.streams && connection.relay == nil
      if isFree, (try? addStream(over: connection, events)) != nil { continue }
      connection.answer = connection.answer?.replaced(
        by: Self.noStream.response(fields: [(name: "Retry-After", value: "1")]))
      connection.phase = .ready
      hasReady = true
    }
    beginning.removeAll()
  }

  private static let noStream = Problem(
    503, detail: "No more streams can be open, or other requests wait on this connection.")

  private func addStream(
    over connection: Connection, _ events: borrowing EventSources
  ) throws(SystemCallError) {
    guard let answer = connection.answer, let stream = answer.stream else { return }
    let pair = try SocketPair()
    let client = StreamClient(
      number: connection.number, peer: connection.peer,
      socket: try OwnedDescriptor(copying: connection.library.socket), stream: stream,
      head: answer.response.streamHead, at: turnStart)
    try events.stopWatching(connection)
    try connection.library.replaceSocket(by: pair.far)
    // The next call of libmicrohttpd closes what it has in place of the client.
    connection.phase = .refused
    hasQueued = true
    _ = addressCounts.add(connection.peer, most: .max)
    streams[connection.number] = client
    stream.begin(waking: streamsChanged)
    try events.watch(client)
    pass(client)
  }

  /// Sends what a stream has.
  func pass(_ client: StreamClient) {
    if !client.pass(at: turnStart) { remove(client) }
  }

  func passAllStreams() {
    for client in streams.values { pass(client) }
  }

  func remove(_ client: StreamClient) {
    guard streams.removeValue(forKey: client.number) != nil else { return }
    addressCounts.remove(client.peer)
    client.end()
  }

  /// Looks for clients that have left, and for those that read nothing.
  func sweepStreams(at now: MonotonicTime) {
    for client in streams.values {
      if client.servedAt + limits.answerTime < now {
        metrics.slowReaders += 1
        remove(client)
      } else if client.servedAt + .seconds(1) < now {
        client.ping()
        pass(client)
      }
    }
  }
}

extension WebResponse {
  /// The head of a response whose body ends with the connection.
  fileprivate var streamHead: [UInt8] {
    let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array(
      "HTTP/1.1 \(status.rawValue) \(status.title)\r\nDate: \(HTTPDate.now())\r\n\(lines)Connection: close\r\n\r\n"
        .utf8)
  }
}
