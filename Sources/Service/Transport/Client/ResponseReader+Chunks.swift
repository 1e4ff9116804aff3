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
