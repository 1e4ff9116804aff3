/// The line of a text that a diagnostic is about, with a caret under the place.
///
/// The line loses its indentation, and a long line is shortened to fit. Terminal control characters
/// are replaced.
struct SourceExcerpt: CustomStringConvertible {
  /// The columns that a line may take, and those of them that may stand before the caret.
  static let widest = (line: 92, before: 60)
  private static let indentation = "    "

  let description: String

  /// Creates the excerpt; `nil` where there is no line to show.
  init?(of range: SourceRange, remedy: String?) {
    let remark = remedy.map { " " + $0 } ?? ""
    let offset = range.offsets.lowerBound
    let (start, rest) = range.source.surroundings(of: offset, reach: 4 * Self.widest.line)
    switch range.source.origin {
    case .argument:
      // The argument itself begins the first line of the diagnostic.
      guard remedy != nil else { return nil }
      description = Self.padding(under: String(start).shown()) + "^" + remark
    case .file:
      let before = Self.clippedAtStart(String(start.drop { $0 == " " || $0 == "\t" }).shown())
      let after = Self.clippedAtEnd(
        String(rest).shown(), to: max(20, Self.widest.line - before.displayWidth))
      let line = String((before + after).trimmedAtEnd)
      if line.isEmpty {
        guard let remedy else { return nil }
        description = Self.indentation + remedy
      } else {
        description = """
          \(Self.indentation)\(line)
          \(Self.indentation)\(Self.padding(under: before))^\(remark)
          """
      }
    }
  }

  /// Returns white space as wide as the text, whatever the width of a tab.
  private static func padding(under text: String) -> String {
    text.reduce(into: "") { padding, character in
      padding +=
        character == "\t" ? "\t" : String(repeating: " ", count: character.displayWidth)
    }
  }

  private static func clippedAtStart(_ text: String) -> String {
    guard text.displayWidth > widest.before else { return text }
    return "…" + String(text.reversed().prefix(fitting: widest.before - 1).reversed())
  }

  private static func clippedAtEnd(_ text: String, to width: Int) -> String {
    guard text.displayWidth > width else { return text }
    return String(text.prefix(fitting: width - 1)) + "…"
  }
}

extension Sequence<Character> {
  /// Returns the characters from the first on that fit into so many columns.
  fileprivate func prefix(fitting width: Int) -> [Character] {
    var room = width
    return Array(
      prefix { character in
        room -= character.displayWidth
        return room >= 0
      })
  }
}

extension String {
  fileprivate var trimmedAtEnd: Substring {
    self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)]
  }
}
