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
        index += Int(part)
        if remaining == 0 { state = state == .length ? .finished : .chunkEnd }
      case .toTheEnd: return .unfinished
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
