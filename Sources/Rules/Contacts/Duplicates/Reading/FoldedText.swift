/// Texts as they are compared: small letters without marks, a blank between words, a byte a letter.
enum FoldedText {
  /// Letters beyond Latin become bytes above 127, and some share one.
  static func fold(_ text: some StringProtocol, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        append(UInt8(scalar.value), to: &bytes)
      } else {
        append(scalar, to: &bytes)
      }
    }
    if bytes.last == blank { bytes.removeLast() }
  }

  private static let blank = UInt8(ascii: " ")

  private static func append(_ letter: UInt8, to bytes: inout [UInt8]) {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(letter | 0x20)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      bytes.append(letter)
    case UInt8(ascii: "'"): break
    default: if let last = bytes.last, last != blank { bytes.append(blank) }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let properties = scalar.properties
    if properties.generalCategory == .nonspacingMark { return }
    if let letter = latin[scalar] { return append(letter, to: &bytes) }
    guard properties.isAlphabetic || properties.numericType != nil else {
      return append(blank, to: &bytes)
    }
    for small in properties.lowercaseMapping.unicodeScalars {
      bytes.append(128 | UInt8(truncatingIfNeeded: small.value ^ small.value >> 7))
    }
  }

  /// Latin letters with marks, and what stands for them.
  private static let latin: [Unicode.Scalar: UInt8] = {
    let marked: [(UInt8, String)] = [
      (UInt8(ascii: "a"), "àáâãäåāăąæ"), (UInt8(ascii: "c"), "çćĉċč"), (UInt8(ascii: "d"), "ďđð"),
      (UInt8(ascii: "e"), "èéêëēĕėęě"), (UInt8(ascii: "g"), "ĝğġģ"), (UInt8(ascii: "h"), "ĥħ"),
      (UInt8(ascii: "i"), "ìíîïĩīĭįı"), (UInt8(ascii: "j"), "ĵ"), (UInt8(ascii: "k"), "ķ"),
      (UInt8(ascii: "l"), "ĺļľŀł"), (UInt8(ascii: "n"), "ñńņňŋ"), (UInt8(ascii: "o"), "òóôõöøōŏőœ"),
      (UInt8(ascii: "r"), "ŕŗř"), (UInt8(ascii: "s"), "śŝşšßș"), (UInt8(ascii: "t"), "ţťŧțþ"),
      (UInt8(ascii: "u"), "ùúûüũūŭůűų"), (UInt8(ascii: "w"), "ŵ"), (UInt8(ascii: "y"), "ýÿŷ"),
      (UInt8(ascii: "z"), "źżž"),
    ]
    var latin: [Unicode.Scalar: UInt8] = [:]
    for (plain, letters) in marked {
      for letter in letters.unicodeScalars {
        latin[letter] = plain
        if let capital = letter.properties.uppercaseMapping.unicodeScalars.first, !capital.isASCII {
          latin[capital] = plain
        }
      }
    }
    return latin
  }()
}
