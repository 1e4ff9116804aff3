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
