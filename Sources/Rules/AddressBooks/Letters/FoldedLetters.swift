/// The letters of a text without case and marks, as search and duplicates compare them.
enum FoldedLetters {
  /// Calls `body` with each letter or digit of `text`, and with `nil` where a word may end.
  static func forEach(in text: some StringProtocol, _ body: (Unicode.Scalar?) -> Void) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        body(ascii(scalar))
      } else {
        small(wide(scalar)) { letter in
          guard let marked = Letter.marked(letter) else { return other(letter, body) }
          for base in marked.base { body(base) }
        }
      }
    }
    body(nil)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "a"..."z", "0"..."9": scalar
    case "A"..."Z": Unicode.Scalar(UInt8(scalar.value) | 0x20)
    default: nil
    }
  }

  private static func other(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar?) -> Void) {
    if scalar.isASCII { return body(ascii(scalar)) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .format: return
    case .decimalNumber:
      body(properties.numericValue.flatMap { Unicode.Scalar(48 + UInt32($0)) })
    default: body(properties.isAlphabetic ? scalar : nil)
    }
  }

  /// Returns narrow forms of Latin letters and digits as wide as Han characters, and Hiragana for
  /// Katakana.
  static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x30A1...0x30F6: Unicode.Scalar(scalar.value - 0x60) ?? scalar
    default: scalar
    }
  }

  /// Calls `body` with the lower-case letters of `scalar`.
  static func small(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard scalar.properties.changesWhenLowercased else { return body(scalar) }
    for letter in scalar.properties.lowercaseMapping.unicodeScalars { body(letter) }
  }
}
