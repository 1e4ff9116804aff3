import Vocabulary

/// The size of a text as a text message: its encoding, and its number of parts.
public struct SMSSegments: Hashable, Sendable, BitwiseCopyable {
  /// The encoding of a text message, which decides how much fits into a part.
  public enum Encoding: String, CaseIterable, Sendable, BitwiseCopyable {
    /// GSM 03.38, the 7-bit default alphabet with its extension table.
    case gsm7
    /// UCS-2, for any text with a character outside the 7-bit alphabet.
    case ucs2
  }

  /// The encoding of the whole text; 7-bit if every character allows it.
  public let encoding: Encoding
  /// The septets of GSM 03.38, or the UTF-16 code units of UCS-2.
  public let units: Int
  /// The parts that a network carries and bills; 0 for an empty text.
  public let count: Int

  /// Counts `text` as it stands: one character outside the 7-bit alphabet moves all of it to UCS-2.
  public init(_ text: String) {
    if let septets = SMSSegments.pack(text.unicodeScalars.map(\.septets), one: 160, of: 153) {
      (units, count) = septets
      encoding = .gsm7
    } else {
      let widths: [Int?] = text.unicodeScalars.map { UTF16.width($0) }
      (units, count) = SMSSegments.pack(widths, one: 70, of: 67) ?? (0, 0)
      encoding = .ucs2
    }
  }

  /// Fills parts with characters that are `widths` units wide and may not be split between parts.
  ///
  /// A text that fits `one` part needs no header; otherwise each part has room for `room` units.
  /// Returns `nil` if a character has no width.
  private static func pack(
    _ widths: [Int?], one: Int, of room: Int
  ) -> (units: Int, count: Int)? {
    var units = 0
    var count = widths.isEmpty ? 0 : 1
    var used = 0
    for width in widths {
      guard let width else { return nil }
      units += width
      if used + width > room {
        count += 1
        used = 0
      }
      used += width
    }
    return units <= one ? (units, min(count, 1)) : (units, count)
  }
}

extension Unicode.Scalar {
  /// The septets that the character takes in GSM 03.38; `nil` outside its alphabet.
  fileprivate var septets: Int? {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "\n", "\r": 1
    case "@", "£", "$", "¥", "_", "!", "\"", "#", "¤", "%", "&", "'", "(", ")", "*", "+", ",",
      "-", ".", "/", ":", ";", "<", "=", ">", "?", "¡", "¿", "§":
      1
    case "è", "é", "ù", "ì", "ò", "Ç", "Ø", "ø", "Å", "å", "Æ", "æ", "ß", "É", "Ä", "Ö", "Ñ",
      "Ü", "ä", "ö", "ñ", "ü", "à":
      1
    case "Δ", "Φ", "Γ", "Λ", "Ω", "Π", "Ψ", "Σ", "Θ", "Ξ": 1
    // The extension table: an escape and a second septet, which must stay together.
    case "\u{C}", "^", "{", "}", "\\", "[", "~", "]", "|", "€": 2
    default: nil
    }
  }
}

extension MessageRules {
  static let length: [Rule] = [
    Rule("P-MSG-11", "An em dash moves a text message from 160 characters to parts of 70."),
    Rule("CNF-31", "Every profile reports the parts that a message takes as a text message."),
  ]
}
