/// Columns of text under a header; a cell too wide for its column continues below.
package struct TextTable: CustomStringConvertible {
  package let header: [String]
  package var rows: [[String]]
  let widest: Int

  package init(header: [String], rows: [[String]], widest: Int = 40) {
    self.header = header
    self.rows = rows
    self.widest = widest
  }

  package var description: String { text(in: .plain) }

  /// Returns the table in lines that fit, where its words allow it.
  ///
  /// `ink` selects the ink of a cell.
  package func text(in form: TextForm, ink: (String) -> Ink? = { _ in nil }) -> String {
    var widths = header.indices.map { column in
      min(widest, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    if let width = form.width { fit(&widths, to: width) }
    let rule = widths.map { String(repeating: "─", count: $0) }
    return line(header, widths) { cell, _ in form.painted(cell, .strong) }
      + line(rule, widths) { cell, _ in form.painted(cell, .faint) }
      + rows.map { row in
        let inks = row.map(ink)
        return line(row, widths) { form.painted($0, inks[$1]) }
      }.joined()
  }

  /// Narrows the widest column again and again, as far as its longest word, until a line fits.
  private func fit(_ widths: inout [Int], to width: Int) {
    let floors = header.indices.map { column in
      ([header] + rows).flatMap { row in
        let cell = row[column]
        return cell.count <= Self.whole ? [cell.count] : cell.split(separator: " ").map(\.count)
      }.max() ?? 0
    }
    var excess = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - width
    while excess > 0,
      let widest = widths.indices.filter({ widths[$0] > floors[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
  }

  private static let gap = "  "
  /// The characters of a cell that is not broken, such as "> 0.500".
  private static let whole = 9

  private func line(
    _ cells: [String], _ widths: [Int], painted: (String, Int) -> String
  ) -> String {
    var parts = zip(cells, widths).map { Self.wrap($0, to: $1) }
    let height = parts.map(\.count).max() ?? 0
    for column in parts.indices {
      parts[column] += [String](repeating: "", count: height - parts[column].count)
    }
    return (0..<height).map { row in
      // Blanks have no ink, so that those at the end of a line can go.
      let text = parts.indices.map { column in
        let cell = parts[column][row]
        return painted(cell, column)
          + String(repeating: " ", count: max(0, widths[column] - cell.count))
      }.joined(separator: Self.gap)
      return text.trimmingEnd() + "\n"
    }.joined()
  }

  /// Returns the text in lines of at most so many characters, those after the first indented by
  /// `hanging`.
  ///
  /// A longer word stays whole.
  package static func wrap(_ text: String, to width: Int, hanging: Int = 0) -> [String] {
    let indent = String(repeating: " ", count: hanging)
    var lines = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(indent + word)
      }
    }
    return lines
  }
}

extension String {
  /// Returns the text with spaces after it, to a width in characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Returns the text without spaces at its end.
  package func trimmingEnd() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Text after a head, with the continuation lines indented a little further than its beginning.
package struct HangingText {
  let head: String
  let text: String

  package init(head: String = "", text: String) {
    self.head = head
    self.text = text
  }

  /// Returns the lines, of at most so many columns where the words allow it.
  package func wrapped(to width: Int) -> String {
    let room = max(width - head.count, Self.leastRoom)
    return head
      + TextTable.wrap(text, to: room, hanging: Self.hanging)
      .joined(separator: "\n" + String(repeating: " ", count: head.count))
  }

  private static let hanging = 4
  /// The least width: below it a column of single words would be worse than lines broken by the
  /// terminal.
  private static let leastRoom = 24
}

extension String {
  /// The text as HTML and XML take it between tags and in quoted attributes.
  ///
  /// Control characters that XML 1.0 has no spelling for become U+FFFD.
  package var escapedForMarkup: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // As they stand, attributes would have spaces in their place.
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case "\r": escaped += "&#13;"
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

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
