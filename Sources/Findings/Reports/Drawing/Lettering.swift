/// The estimated width of words in a picture, accurate enough to prevent overlaps.
enum Lettering {
  static let size = 12.0
  static let height = 16.0

  /// Returns the width of words, from the widths of letters in common fonts, rather too wide than
  /// too narrow.
  static func width(_ words: String) -> Double {
    words.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func width(_ letter: Unicode.Scalar) -> Double {
    switch letter {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ", "t", "f", "r", "(", ")": 4.4
    case "m", "w", "M", "W", "%", "@", "–", "—", "→": 11
    case "A"..."Z": 8.6
    case ..<"\u{2E80}": 7
    default: 13
    }
  }

  /// Returns the words, truncated to a width.
  static func cut(_ words: String, to width: Double) -> String {
    guard self.width(words) > width else { return words }
    var kept = ""
    for letter in words {
      guard self.width(kept + "\(letter)…") <= width else { break }
      kept.append(letter)
    }
    return kept + "…"
  }
}
