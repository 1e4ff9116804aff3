extension ResponseReader {
  /// Parses one byte that is neither of a body nor of a line without meaning.
  ///
  /// - Returns: Whether the byte is valid there.
  mutating func readHead(_ byte: UInt8) -> Bool {
    switch state {
    case .version: readVersion(byte)
    case .status: readStatus(byte)
    case .lineStart: readLineStart(byte)
    case .name: readName(byte)
    case .value: readValue(byte)
    case .headEnd: byte == .newline && endHead()
    default: readChunkFrame(byte)
    }
  }

  private mutating func readVersion(_ byte: UInt8) -> Bool {
    let expected: StaticString = "HTTP/1."
    defer { count += 1 }
    if count < expected.utf8CodeUnitCount {
      return unsafe byte == expected.utf8Start[count]
    }
    if count == expected.utf8CodeUnitCount {
      isOldVersion = byte == UInt8(ascii: "0")
      return isOldVersion || byte == UInt8(ascii: "1")
    }
    state = .status
    status = 0
    count = -1
    return byte == .space
  }

  private mutating func readStatus(_ byte: UInt8) -> Bool {
    if count < 3 {
      guard let digit = byte.digit else { return false }
      status = status * 10 + digit
      count += 1
      return true
    }
    if byte == .newline { state = .lineStart } else { state = .reason }
    return (100...599).contains(status)
      && (byte == .space || byte == .carriageReturn || byte == .newline)
  }

  private mutating func readLineStart(_ byte: UInt8) -> Bool {
    if byte == .carriageReturn {
      state = .headEnd
      return true
    }
    if byte == .newline { return endHead() }
    if byte == .space || byte == .tab { return continueValue() }
    let letter = byte.lowercased
    if letter == UInt8(ascii: "c") || letter == UInt8(ascii: "t") {
      state = .name
      startWord(letter)
    } else {
      field = .other
      state = .rest
    }
    return true
  }

  /// Continues a value that was folded into another line: RFC 9112, 5.2.
  private mutating func continueValue() -> Bool {
    state = field == .other ? .rest : .value
    // A number in two lines is none.
    return field != .contentLength
  }

  private mutating func readName(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: ":") else {
      addLetter(byte.lowercased)
      return byte != .newline
    }
    state = .value
    switch (count, letters) {
    case (14, Self.contentLength):
      field = .contentLength
      // A second one must say the same: it is added behind the first, so it never does.
      if hasLength { return false }
    // The first of the seventeen letters is a t: no other but a c is looked at.
    case (17, Self.transferEncoding):
      field = .transferEncoding
      hasEncoding = true
    case (10, Self.connection): field = .connection
    default:
      field = .other
      state = .rest
    }
    count = 0
    letters = 0
    return true
  }

  private mutating func readValue(_ byte: UInt8) -> Bool {
    if field == .contentLength { return readLength(byte) }
    switch byte {
    case .space, .tab, .carriageReturn, UInt8(ascii: ","), .newline:
      if count > 0 { endWord() }
      if byte == .newline { state = .lineStart }
    default: addLetter(byte.lowercased)
    }
    return true
  }

  /// Parses a byte of a length; `letters` is 1 once spaces came behind it.
  private mutating func readLength(_ byte: UInt8) -> Bool {
    if let digit = byte.digit {
      let (product, isTooMuch) = remaining.multipliedReportingOverflow(by: 10)
      guard letters == 0, !isTooMuch, product <= Int64.max - 9 else { return false }
      remaining = product + Int64(digit)
      hasLength = true
      return true
    }
    if byte == .newline {
      state = .lineStart
      return hasLength
    }
    if hasLength { letters = 1 }
    return byte == .space || byte == .tab || byte == .carriageReturn
  }

  private mutating func startWord(_ letter: UInt8) {
    letters = UInt128(letter)
    count = 1
  }

  private mutating func addLetter(_ letter: UInt8) {
    letters = letters << 8 | UInt128(letter)
    count += 1
  }

  private mutating func endWord() {
    if field == .transferEncoding {
      // Only the last encoding determines where the body ends.
      isChunked = count == 7 && letters == Self.chunked
    } else {
      if count == 5, letters == Self.close { asksToClose = true }
      if count == 10, letters == Self.keepAlive { asksToKeep = true }
    }
    count = 0
    letters = 0
  }

  /// Decides by the head where the body ends: RFC 9112, 6.3.
  private mutating func endHead() -> Bool {
    if status < 200 {
      // An interim response; no request asked for another protocol.
      let isInterim = status != 101 && interimCount < Self.mostInterim
      var next = ResponseReader(isToHead: isToHead)
      next.hasBegun = true
      next.headBytes = headBytes
      next.interimCount = interimCount + 1
      self = next
      return isInterim
    }
    count = 0
    if isToHead || status == 204 || status == 304 {
      state = .finished
    } else if isChunked {
      remaining = 0
      state = .chunkSize
    } else if hasEncoding || !hasLength {
      endsWithConnection = true
      state = .toTheEnd
    } else {
      state = remaining == 0 ? .finished : .length
    }
    return true
  }

  private static let contentLength = letters(of: "content-length")
  private static let transferEncoding = letters(of: "ransfer-encoding")
  private static let connection = letters(of: "connection")
  private static let chunked = letters(of: "chunked")
  private static let close = letters(of: "close")
  private static let keepAlive = letters(of: "keep-alive")

  private static func letters(of word: String) -> UInt128 {
    word.utf8.reduce(0) { $0 << 8 | UInt128($1) }
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")

  var digit: Int? { (48...57).contains(self) ? Int(self) - 48 : nil }

  var hexadecimalDigit: Int? {
    digit ?? ((97...102).contains(lowercased) ? Int(lowercased) - 87 : nil)
  }

  var lowercased: UInt8 { (65...90).contains(self) ? self | 32 : self }
}
