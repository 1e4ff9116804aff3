extension FoldedLetters {
  /// Appends the folded letters in the form for counting typing errors: one byte each, blanks
  /// between words.
  ///
  /// Letters beyond Latin become bytes above 127, and some share one.
  static func write(_ text: some StringProtocol, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    forEach(in: text) { letter in
      guard let letter else {
        if let last = bytes.last, last != blank { bytes.append(blank) }
        return
      }
      let value = letter.value
      bytes.append(UInt8(truncatingIfNeeded: letter.isASCII ? value : 128 | (value ^ value >> 7)))
    }
    if bytes.last == blank { bytes.removeLast() }
  }

  private static let blank = UInt8(ascii: " ")
}
