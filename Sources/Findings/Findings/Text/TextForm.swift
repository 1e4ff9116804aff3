/// The form of text for its reader: how long lines may be, and whether there is colour.
public struct TextForm: Hashable, Sendable {
  /// The columns of a line; `nil` where lines may have any length, as in files.
  public let width: Int?
  public let hasColour: Bool

  public init(width: Int?, hasColour: Bool) {
    self.width = width
    self.hasColour = hasColour
  }

  /// The form of files and pipes.
  public static let plain = TextForm(width: nil, hasColour: false)

  /// Returns the text in that ink, or as it is without colour.
  package func painted(_ text: String, _ ink: Ink?) -> String {
    guard hasColour, let ink, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }

  /// Returns the text without what would control a terminal, except for its inks: a title or name
  /// from a file could else move the cursor, or write elsewhere.
  ///
  /// Each control character becomes its picture of Unicode, or a replacement character.
  package func printable(_ text: String) -> String {
    let isControl: (Unicode.Scalar) -> Bool = { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      default: scalar.properties.generalCategory == .control
      }
    }
    // Bytes first: nearly all text has none.
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }),
      text.unicodeScalars.contains(where: isControl)
    else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if hasColour, scalar == "\u{1B}", let ink = Ink.marks.first(where: { rest.starts(with: $0) })
      {
        result.append(contentsOf: ink)
        rest.removeFirst(ink.count)
        continue
      }
      rest.removeFirst()
      guard isControl(scalar) else {
        result.append(scalar)
        continue
      }
      // The pictures of C0 stand in one row of Unicode, in the same order.
      let picture = scalar.value < 0x20 ? Unicode.Scalar(0x2400 + scalar.value) : nil
      result.append(picture ?? "\u{FFFD}")
    }
    return String(result)
  }

  /// Returns the words in lines that fit.
  package func wrapped(_ words: String, hanging: Int = 0) -> String {
    guard let width else { return words }
    return words.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      TextTable.wrap(String(line), to: max(width, Self.least), hanging: hanging)
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The least width: below it single words would stand below each other.
  private static let least = 24
}

/// The inks of a terminal, by their numbers in ECMA-48.
package enum Ink: String, Sendable {
  case strong = "1"
  case faint = "2"
  case bad = "31"
  case good = "32"
  case open = "33"

  /// The sequences that begin an ink, and the one that ends all.
  fileprivate static let marks = ([strong, faint, bad, good, open].map(\.rawValue) + ["0"]).map {
    Array("\u{1B}[\($0)m".unicodeScalars)
  }
}
