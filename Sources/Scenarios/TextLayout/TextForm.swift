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
}
