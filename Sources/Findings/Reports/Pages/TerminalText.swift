public import GrowthloopFindings

extension Report {
  /// The report in the form for files and pipes.
  public var text: String { text(in: .plain) }

  /// Returns the report in the form for a terminal; `unfolded`, with what is behind its disclosures.
  public func text(in form: TextForm, unfolded: Bool = false) -> String {
    let terminal = Terminal(form: form, unfolded: unfolded)
    // A report of several series has their titles in its sections.
    var parts = [form.painted(title, .strong)]
    if let question { parts.append(form.wrapped(question)) }
    if let answer { parts += answer.paragraphs.map { form.wrapped($0) } }
    parts += sections.flatMap(terminal.parts)
    // In one line, whatever its length, so that it can be copied.
    if let command { parts.append("Reproduce with: \(command)") }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

/// Blocks in the form for a terminal, each without the line end that follows it.
private struct Terminal {
  let form: TextForm
  let unfolded: Bool

  func parts(_ section: Section) -> [String] {
    let blocks = section.blocks.flatMap(parts)
    guard !section.title.isEmpty else { return blocks }
    let title = form.painted("\(section.title):", .strong)
    // A list follows its heading at once.
    if case .list? = section.blocks.first, let first = blocks.first {
      return ["\(title)\n\(first)"] + blocks.dropFirst()
    }
    return [title] + blocks
  }

  private func parts(_ block: Block) -> [String] {
    switch block {
    case .paragraph(let words): [form.wrapped(words)]
    case .list(let items):
      [items.map { form.wrapped("- \($0)", hanging: 2) }.joined(separator: "\n")]
    case .chart(let chart): [chart.title, text(chart.table)]
    case .table(let table): [text(table)]
    case .grid(let grid): [text(grid.table)]
    case .figures(let figures), .metrics(let figures): [text(Figure.table(figures))]
    case .gates(let gates): [text(Table(gates: gates))] + gates.remarks.map { form.wrapped($0) }
    case .settings(let parameters): [text(Table(parameters))]
    case .disclosure(let summary, let blocks):
      [form.wrapped(summary)] + (unfolded ? blocks.flatMap(parts) : [])
    }
  }

  private func text(_ table: Table) -> String {
    var text = TextTable(
      header: table.columns.map(\.title), rows: table.rows, widest: 60
    ).text(in: form, ink: Self.ink)
    while text.last == "\n" { text.removeLast() }
    return text
  }

  /// Returns the ink of a cell that is a verdict.
  private static func ink(_ cell: String) -> Ink? {
    switch cell {
    case "kept", "met", "faster", "no difference": .good
    case "missed", "slower": .bad
    case "undecided", "not decided": .open
    default: nil
    }
  }
}
