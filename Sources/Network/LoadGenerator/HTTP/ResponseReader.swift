/// Reads one answer of HTTP/1.1 (RFC 9112), byte by byte as they come, and keeps none of them.
struct ResponseReader: BitwiseCopyable {
  /// How far the answer is after some bytes.
  enum Progress: Hashable {
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

  /// Whose value is being read.
  enum Field: UInt8, BitwiseCopyable {
    case contentLength, transferEncoding, connection, other
  }

  var state = State.version
  /// The status of the answer, once its line was read.
  var status = 0
  /// Bytes of the body, or of the chunk, that are still to come.
  var remaining: Int64 = 0
  var field = Field.other
  /// How far the word is that is being read, and its last sixteen letters, small.
  var count = 0
  var letters: UInt128 = 0
  /// Whether there is anything of an answer yet.
  var hasBegun = false
  var hasLength = false
  var hasEncoding = false
  var isChunked = false
  var asksToClose = false
  var asksToKeep = false
  var isOldVersion = false
  /// Whether the body ends where the connection does.
  var endsWithConnection = false
  /// Whether the answer is to a HEAD request, and so has no body.
  let isToHead: Bool
  var headBytes = 0
  /// How many answers came before the answer.
  var interimCount = 0

  /// More than any server needs for the lines before the body.
  static let longestHead = 1 << 18
  /// More answers before the answer than any server needs; without a limit they could go on for ever.
  static let mostInterim = 100

  init(isToHead: Bool = false) {
    self.isToHead = isToHead
  }

  /// Whether another request may be sent over the same connection, once the answer is finished.
  var keepsConnection: Bool {
    !asksToClose && !endsWithConnection && (!isOldVersion || asksToKeep)
      // Such a message may be an attempt at smuggling: RFC 9112, 6.1.
      && !(hasLength && hasEncoding)
  }

  /// Reads what has come; bytes beyond the answer make it malformed.
  mutating func read(_ bytes: Span<UInt8>) -> Progress {
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

  /// Takes notice that the other end sends no more: the end of some answers, and too early for all
  /// others.
  mutating func readEnd() -> Progress {
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
