/// A parser of one response of HTTP/1.1 (RFC 9112); takes bytes as they come and keeps none.
package struct ResponseReader: BitwiseCopyable {
  /// The progress of the response after some bytes.
  package enum Progress: Hashable {
    case unfinished
    case finished
    case malformed
  }

  enum State: UInt8, BitwiseCopyable {
    case version, status, reason
    case lineStart, name, value, rest, headEnd
    case length, toTheEnd
    case chunkSize, chunkExtension, chunk, chunkEnd, trailer, trailerLine, lastEnd
    case finished
  }

  /// The field whose value is being read.
  enum Field: UInt8, BitwiseCopyable {
    case contentLength, transferEncoding, connection, other
  }

  var state = State.version
  /// The status of the response, once its line was read.
  package internal(set) var status = 0
  /// The bytes of the body that have come, without the frames of chunks.
  package internal(set) var bodyBytes: Int64 = 0
  /// Bytes of the body, or of the chunk, that are still to come.
  var remaining: Int64 = 0
  var field = Field.other
  /// The progress of the word that is being read, and its last sixteen letters, in lower case.
  var count = 0
  var letters: UInt128 = 0
  /// Whether any byte of the response has come.
  package internal(set) var hasBegun = false
  var hasLength = false
  var hasEncoding = false
  var isChunked = false
  var asksToClose = false
  var asksToKeep = false
  var isOldVersion = false
  /// Whether the body ends where the connection does.
  var endsWithConnection = false
  /// Whether the request was a HEAD, whose response has no body.
  let isToHead: Bool
  var headBytes = 0
  /// The number of interim responses before this one.
  var interimCount = 0

  /// More bytes than any server needs for the lines before the body.
  package static let longestHead = 1 << 18
  /// More interim responses than any server needs; without a limit they could go on for ever.
  static let mostInterim = 100

  package init(isToHead: Bool = false) {
    self.isToHead = isToHead
  }

  /// A whole response that another protocol brought.
  init(status: Int, bodyBytes: Int64) {
    self.init()
    (self.status, self.bodyBytes, hasBegun, state) = (status, bodyBytes, true, .finished)
  }

  /// Whether the connection can carry another request once the response is finished.
  package var keepsConnection: Bool {
    !asksToClose && !endsWithConnection && (!isOldVersion || asksToKeep)
      // Such a message may be an attempt at smuggling: RFC 9112, 6.1.
      && !(hasLength && hasEncoding)
  }

  /// Parses bytes that have come; bytes beyond the response make it malformed.
  package mutating func read(_ bytes: Span<UInt8>) -> Progress {
    var index = 0
    hasBegun = hasBegun || bytes.count > 0
    while index < bytes.count {
      switch state {
      case .length, .chunk:
        let part = min(Int64(bytes.count - index), remaining)
        remaining -= part
        bodyBytes += part
        index += Int(part)
        if remaining == 0 { state = state == .length ? .finished : .chunkEnd }
      case .toTheEnd:
        bodyBytes += Int64(bytes.count - index)
        return .unfinished
      case .rest, .reason:
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        if index < bytes.count { state = .lineStart }
        index += 1
      case .finished: return .malformed
      default:
        guard readHead(bytes[index]) else { return .malformed }
        index += 1
      }
    }
    if state == .finished { return .finished }
    if state.isInHead { headBytes += bytes.count }
    return headBytes > Self.longestHead ? .malformed : .unfinished
  }

  /// The number of the next bytes, out of `available`, that belong to the body.
  func bodyCount(of available: Int) -> Int {
    switch state {
    case .length, .chunk: Int(min(Int64(available), remaining))
    case .toTheEnd: available
    default: 0
    }
  }

  /// Parses the end of the connection: it completes a response without a length, and is too early for
  /// every other.
  package mutating func readEnd() -> Progress {
    if state == .toTheEnd { state = .finished }
    return state == .finished ? .finished : .malformed
  }
}

extension ResponseReader.State {
  fileprivate var isInHead: Bool {
    switch self {
    case .length, .toTheEnd, .chunk, .chunkEnd, .finished: false
    default: true
    }
  }
}

extension ResponseReader {
  /// Parses one byte of the framing of chunks: RFC 9112, 7.1.
  mutating func readChunkFrame(_ byte: UInt8) -> Bool {
    switch state {
    case .chunkSize: return readChunkSize(byte)
    case .chunkExtension:
      if byte == .newline { startChunk() }
      return true
    case .chunkEnd:
      if byte == .newline {
        state = .chunkSize
        count = 0
        return true
      }
      // One carriage return, and nothing else.
      count += 1
      return byte == .carriageReturn && count == 1
    case .trailer:
      switch byte {
      case .carriageReturn: state = .lastEnd
      case .newline: state = .finished
      default: state = .trailerLine
      }
      return true
    case .trailerLine:
      if byte == .newline { state = .trailer }
      return true
    case .lastEnd:
      state = .finished
      return byte == .newline
    default: preconditionFailure("\(state) is not a state of chunks")
    }
  }

  private mutating func readChunkSize(_ byte: UInt8) -> Bool {
    if let digit = byte.hexadecimalDigit {
      guard remaining < Int64.max >> 4 else { return false }
      remaining = remaining << 4 | Int64(digit)
      count += 1
      return true
    }
    guard count > 0 else { return false }
    if byte == .newline {
      startChunk()
    } else {
      state = .chunkExtension
    }
    switch byte {
    case .newline, .carriageReturn, .space, .tab, UInt8(ascii: ";"): return true
    default: return false
    }
  }

  private mutating func startChunk() {
    state = remaining == 0 ? .trailer : .chunk
    count = 0
  }
}

/// Sends one request over a connection of its own, and waits for the response.
package enum Fetch {
  /// The reason that there is no response.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case unreachable(SystemCallError)
    case untrusted(reason: String)
    case malformed
    case late

    package var description: String {
      switch self {
      case .unreachable(let error): "it cannot be reached: \(error)"
      case .untrusted(let reason): "it cannot be trusted: \(reason)"
      case .malformed: "what it sends is no response of HTTP"
      case .late: "it gave no response in time"
      }
    }
  }

  /// Returns the response; the connection is encrypted if `security` is given.
  package static func response(
    to request: RequestText, from address: SocketAddress, over security: TLSClient? = nil,
    within patience: Duration
  ) throws(Failure) -> Response {
    let end = MonotonicTime.now() + patience
    let channel: FetchChannel
    do throws(SystemCallError) {
      channel = try FetchChannel(to: address, over: security, patience: patience)
    } catch {
      throw .unreachable(error)
    }
    try channel.agree(within: patience)
    return try channel.response(to: request.bytes, until: end)
  }
}

/// A connection that never waits, with its encryption if it has one.
struct FetchChannel: ~Copyable {
  /// The most bytes of a body.
  static let longestBody = 16 << 20

  private let socket: OwnedDescriptor
  private let session: TLSSession?

  init(
    to address: SocketAddress, over security: TLSClient?, patience: Duration
  ) throws(SystemCallError) {
    let socket = try OwnedDescriptor.connected(to: address, patience: patience)
    try BorrowedSocket.stopWaiting(socket.number)
    session = security?.session(over: socket.number)
    self.socket = socket
  }

  /// Agrees about encryption, if there is any.
  func agree(within patience: Duration) throws(Fetch.Failure) {
    guard let session else { return }
    let reason: String?
    do throws(SystemCallError) {
      reason = try session.agree(over: socket.number, within: patience)
    } catch {
      throw .unreachable(error)
    }
    if let reason { throw .untrusted(reason: reason) }
  }

  /// Sends the request, and returns its response if it comes before `end`.
  func response(to request: [UInt8], until end: MonotonicTime) throws(Fetch.Failure) -> Response {
    var rest = request[...]
    var response = Response()
    var progress = ResponseReader.Progress.unfinished
    do throws(SystemCallError) {
      var poller = try Poller(eventsAtOnce: 1)
      try poller.add(
        socket.number, for: ClientConnection.interest(forWriting: true), as: Poller.Token(0))
      while progress == .unfinished, case let left = end - MonotonicTime.now(), left > .zero {
        _ = try poller.wait(for: left)
        send(&rest)
        progress = try receive(&response)
      }
    } catch {
      throw .unreachable(error)
    }
    switch progress {
    case .finished: return response
    case .unfinished: throw .late
    case .malformed: throw .malformed
    }
  }

  /// Sends as much as the socket takes.
  ///
  /// A peer that takes no more may have answered before: what comes from it decides.
  private func send(_ rest: inout ArraySlice<UInt8>) {
    while !rest.isEmpty {
      switch session?.write(rest.span) ?? ClientSocket.send(rest.span, to: socket.number) {
      case .moved(let count): rest.removeFirst(count)
      case .later: return
      case .failed: rest = []
      }
    }
  }

  /// Receives what has come.
  private func receive(
    _ response: inout Response
  ) throws(SystemCallError) -> ResponseReader.Progress {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while response.body.count <= Self.longestBody {
      var room = bytes.mutableSpan
      switch session?.read(into: &room) ?? ClientSocket.receive(into: &room, from: socket.number) {
      case .moved(0): return response.readEnd()
      case .moved(let count):
        let progress = response.read(bytes.span.extracting(..<count))
        if progress != .unfinished { return progress }
      case .later: return .unfinished
      case .failed(let number): throw SystemCallError(call: "recv", number: number)
      }
    }
    return .malformed
  }
}

/// The text of one request of HTTP/1.1.
package struct RequestText {
  private var head: String
  private var body = ""

  /// Begins with the request line and `Host`.
  package init(_ method: String, _ path: String, host: String) {
    head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
  }

  /// Returns the request with one more field.
  package consuming func with(_ name: String, _ value: String) -> RequestText {
    head += "\(name): \(value)\r\n"
    return self
  }

  /// Returns the request with a bearer token.
  package consuming func bearing(_ token: String) -> RequestText {
    with("Authorization", "Bearer \(token)")
  }

  /// Returns the request with a body.
  ///
  /// `length` is for a body that is a template: its length on the wire.
  package consuming func with(body text: String, length: Int? = nil) -> RequestText {
    body = text
    return with("Content-Length", "\(length ?? text.utf8.count)")
  }

  package var bytes: [UInt8] { Array("\(head)\r\n\(body)".utf8) }
}

/// One response of HTTP/1.1 with its body, as far as its bytes have come.
package struct Response {
  private var reader = ResponseReader()
  package private(set) var body: [UInt8] = []

  package init() {}

  package var status: Int { reader.status }
  package var hasBegun: Bool { reader.hasBegun }
  /// Whether the connection can carry another request once the response is finished.
  package var keepsConnection: Bool { reader.keepsConnection }

  /// Parses bytes that have come; bytes beyond the response make it malformed.
  package mutating func read(_ bytes: Span<UInt8>) -> ResponseReader.Progress {
    var progress = ResponseReader.Progress.unfinished
    var index = 0
    while index < bytes.count, progress != .malformed {
      let count = reader.bodyCount(of: bytes.count - index)
      if count > 0 {
        for place in index..<index + count { body.append(bytes[place]) }
      }
      let end = index + max(1, count)
      progress = reader.read(bytes.extracting(index..<end))
      index = end
    }
    return progress
  }

  /// Parses the end of the connection.
  package mutating func readEnd() -> ResponseReader.Progress { reader.readEnd() }
}
