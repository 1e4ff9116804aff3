/// Columns of text under a header; a cell too wide for its column continues below.
struct TextTable: CustomStringConvertible {
  let header: [String]
  var rows: [[String]]
  var widest = 40

  var description: String {
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

  /// The text in lines of at most so many characters, those after the first `hanging` further in; a
  /// longer word stays whole.
  static func wrap(_ text: String, to width: Int, hanging: Int = 0) -> [String] {
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
  /// The text without spaces at its end.
  func trimmingEnd() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
