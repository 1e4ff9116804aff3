extension SourceText {
  /// Creates the text of a file's bytes, which must be UTF-8.
  ///
  /// - Throws: A diagnostic at the first place that is not UTF-8.
  public init(name: String, bytes: [UInt8]) throws(Diagnostic) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(name: name, text: text)
      return
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Diagnostic(
        .error, "the file is written in UTF-16", at: SourceText(name: name, text: "").wholeRange,
        remedy: "save it as UTF-8")
    }
    let mended = SourceText(name: name, text: String(decoding: bytes, as: UTF8.self))
    let (offset, byte) = Self.firstFault(in: bytes)
    throw Diagnostic(
      .error, "the byte \(byte.hexadecimal) is not UTF-8", at: mended.range(offset..<offset + 1),
      remedy: "save the file as UTF-8")
  }

  /// Returns the number of scalars before the first byte that is not UTF-8, and that byte.
  private static func firstFault(in bytes: [UInt8]) -> (offset: Int, byte: UInt8) {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var offset = 0
    var byteCount = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      byteCount += UTF8.width(scalar)
      offset += 1
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return (hasMark ? offset - 1 : offset, bytes[byteCount])
  }
}

extension FixedWidthInteger {
  /// The number as `0xFF`.
  fileprivate var hexadecimal: String { "0x" + String(self, radix: 16, uppercase: true) }
}
