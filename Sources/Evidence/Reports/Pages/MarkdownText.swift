extension Report {
  /// The report as Markdown: every number and word of the page, without its pictures.
  public var markdown: String {
    var parts = ["# \(Markdown.line(title))"]
    if let question { parts.append(Markdown.line(question)) }
    if let verdict { parts.append("**\(verdict.gates.mark)** \(Markdown.line(verdict.words))") }
    if !facts.isEmpty {
      parts.append(
        facts.map { "- \(Markdown.line($0.name)): \(Markdown.line($0.value))" }
          .joined(separator: "\n"))
    }
    if let command { parts.append(Markdown.code(command)) }
    for section in sections {
      parts.append("## \(Markdown.line(section.heading))")
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
      [table(GateRow.table(rows))]
        + [GateRow.remarks(rows)].filter { !$0.isEmpty }.flatMap { parts(.list($0)) }
    case .settings(let rows): [table(SettingRow.table(rows))]
    case .disclosure(let summary, let blocks):
      ["### \(line(summary))"] + blocks.flatMap(parts)
    }
  }

  static func table(_ table: Table) -> String {
    let header = row(table.columns.map(\.title))
    let rule = row(table.columns.map { $0.isNumeric ? "---:" : "---" }, isRule: true)
    return ([header, rule] + table.rows.map { row($0) }).joined(separator: "\n")
  }

  private static func row(_ cells: [String], isRule: Bool = false) -> String {
    "| " + cells.map { isRule ? $0 : line($0) }.joined(separator: " | ") + " |"
  }

  /// A block of code, fenced so that nothing in it ends it.
  static func code(_ text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\n\(text)\n\(fence)"
  }

  /// Words on one line, of which no reader takes any for markup.
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
