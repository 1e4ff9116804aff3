extension Report {
  /// The report as Markdown: every number and word of the page, without its pictures.
  public var markdown: String {
    var parts = ["# \(Markdown.line(title))"]
    if let question { parts.append(Markdown.line(question)) }
    if let answer { parts += answer.paragraphs.map(Markdown.line) }
    if let verdict { parts.append("**\(verdict.gates.mark)** \(Markdown.line(verdict.words))") }
    if !facts.isEmpty {
      parts.append(
        facts.map { "- \(Markdown.line($0.name)): \(Markdown.line($0.value))" }
          .joined(separator: "\n"))
    }
    if let command { parts.append(Markdown.code(command)) }
    for section in sections {
      if !section.heading.isEmpty { parts.append("## \(Markdown.line(section.heading))") }
      parts += section.blocks.flatMap(Markdown.parts)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}

/// Blocks as Markdown.
enum Markdown {
  static func parts(_ block: Block) -> [String] {
    switch block {
    case .paragraph(let words): [line(words)]
    case .list(let items): [items.map { "- \(line($0))" }.joined(separator: "\n")]
    case .chart(let chart):
      ["### \(line(chart.title))", line(chart.caption)]
        + (chart.isEmpty ? ["There is nothing to draw."] : [table(chart.table)])
    case .table(let rows): [table(rows)]
    case .grid(let grid): [table(grid.table)]
    case .figures(let figures), .metrics(let figures): [table(Figure.table(figures))]
    case .gates(let rows):
      [table(Table(gates: rows, marking: true))]
        + [rows.remarks].filter { !$0.isEmpty }.flatMap { parts(.list($0)) }
    case .settings(let rows): [table(Table(rows))]
    case .disclosure(let summary, let blocks):
      ["### \(line(summary))"] + blocks.flatMap(parts)
    }
  }

  static func table(_ table: Table) -> String {
    self.table(table.columns, table.rows.map { $0.map(line) })
  }

  /// Returns a table of cells that are Markdown already.
  static func table(_ columns: [Table.Column], _ rows: [[String]]) -> String {
    let header = columns.map { line($0.title) }
    let rule = columns.map { $0.isNumeric ? "---:" : "---" }
    return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  /// Returns code on one line, fenced by more backticks than it contains; a pipe would end a cell.
  static func span(_ text: String) -> String {
    let runs = text.split { $0 != "`" }.map(\.count)
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return fence + space + line.replacing("|", with: "\\|") + space + fence
  }

  /// Returns a block of code, fenced so that no content ends it.
  static func code(_ text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\n\(text)\n\(fence)"
  }

  /// Returns words on one line, escaped so that they are not markup.
  static func line(_ words: String) -> String {
    var line = ""
    for letter in words {
      switch letter {
      case "\\", "`", "*", "_", "[", "]", "|", "#": line += "\\\(letter)"
      case "<": line += "&lt;"
      case "&": line += "&amp;"
      case _ where letter.isNewline: line += " "
      default: line.append(letter)
      }
    }
    return line
  }
}
