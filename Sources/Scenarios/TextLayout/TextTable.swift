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

  package var description: String {
    let widths = header.indices.map { column in
      min(widest, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    let rule = widths.map { String(repeating: "─", count: $0) }
    return ([header, rule] + rows).map { line($0, widths) }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var parts = zip(cells, widths).map { Self.wrap($0, to: $1) }
    let height = parts.map(\.count).max() ?? 0
    for column in parts.indices {
      parts[column] += [String](repeating: "", count: height - parts[column].count)
    }
    return (0..<height).map { row in
      let text = zip(parts, widths).map { $0[row].padded(to: $1) }.joined(separator: "  ")
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
