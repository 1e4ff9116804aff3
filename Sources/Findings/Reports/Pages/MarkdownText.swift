public import GrowthloopFindings

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
