import TextLayout

extension Report {
  /// The report in the form for a terminal.
  public var text: String {
    // A report of several series has their titles in its sections.
    var parts = [title]
    if let question { parts.append(question) }
    parts += sections.flatMap(Terminal.parts)
    if let command { parts.append("Reproduce with: \(command)") }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

/// Blocks in the form for a terminal, each without the line end that follows it.
private enum Terminal {
  static func parts(_ section: Section) -> [String] {
    let blocks = section.blocks.flatMap(parts)
    guard !section.title.isEmpty else { return blocks }
    // A list follows its heading at once.
    if case .list? = section.blocks.first, let first = blocks.first {
      return ["\(section.title):\n\(first)"] + blocks.dropFirst()
    }
    return ["\(section.title):"] + blocks
  }

  static func parts(_ block: Block) -> [String] {
    switch block {
    case .paragraph(let words): [words]
    case .list(let items): [items.map { "- \($0)" }.joined(separator: "\n")]
    case .chart(let chart): [chart.title, text(chart.table)]
    case .table(let table): [text(table)]
    case .grid(let grid): [text(grid.table)]
    case .figures(let figures), .metrics(let figures): [text(Figure.table(figures))]
    case .gates(let gates): [text(Table(gates: gates))] + gates.remarks
    case .settings(let parameters): [text(Table(parameters))]
    case .disclosure(let summary, let blocks): [summary] + blocks.flatMap(parts)
    }
  }

  private static func text(_ table: Table) -> String {
    var text = TextTable(
      header: table.columns.map(\.title), rows: table.rows, widest: 60
    ).description
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
