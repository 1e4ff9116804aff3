import GrowthloopFindings

/// Two reports of a kind as one.
struct SideBySide {
  let a: Report
  let b: Report
  /// The folders of both runs.
  let names: (a: String, b: String)

  var report: Report {
    let sections = [circumstances, settings, metrics] + pictures
    return Report(
      a.title == b.title ? "\(a.title): two runs" : "\(a.title), and \(b.title)",
      question: a.question == b.question ? a.question : nil,
      facts: [Report.Fact("A", names.a), Report.Fact("B", names.b)],
      sections: sections.compactMap(\.self))
  }

  private var circumstances: Section {
    let names = a.facts.map(\.name) + b.facts.map(\.name).filter { !a.names.contains($0) }
    var rows = names.map { name in [name, a.fact(name), b.fact(name)] }
    if a.title != b.title { rows.insert(["Title", a.title, b.title], at: 0) }
    for report in [a, b] where report.verdict != nil {
      rows.insert(["Verdict", a.verdictInWords, b.verdictInWords], at: 0)
      break
    }
    rows.append(["Command", a.command ?? "", b.command ?? ""])
    return Section("The two runs", anchor: "runs", [.table(Table(["", "A", "B"], rows))])
  }

  private var settings: Section {
    let (first, second) = (a.settings, b.settings)
    let names = first.map(\.name) + second.map(\.name).filter { !first.map(\.name).contains($0) }
    let rows = names.compactMap { name -> [String]? in
      let values = [first, second].map { rows in rows.first { $0.name == name }?.value }
      return values[0] == values[1] ? nil : [name, values[0] ?? "–", values[1] ?? "–"]
    }
    let facts = a.names.filter { a.fact($0) != b.fact($0) }
    let words =
      facts.isEmpty
      ? "The facts above are the same in both."
      : "Of the facts above these differ: \(facts.joined(separator: ", "))."
    let parameters: Block =
      rows.isEmpty
      ? .paragraph(names.isEmpty ? "Neither run lists parameters." : "No parameter differs.")
      : .table(Table(["parameter", "A", "B"], rows))
    return Section("What was set otherwise", anchor: "settings", [.paragraph(words), parameters])
  }
}

extension Report {
  fileprivate var names: [String] { facts.map(\.name) }

  fileprivate func fact(_ name: String) -> String {
    facts.first { $0.name == name }?.value ?? ""
  }

  fileprivate var verdictInWords: String {
    verdict.map { "\($0.gates.mark): \($0.words)" } ?? ""
  }

  /// All blocks, including nested ones.
  var blocks: [Block] { sections.flatMap(\.blocks).flatMap(\.leaves) }

  fileprivate var settings: [Parameter] {
    blocks.flatMap { block -> [Parameter] in
      if case .settings(let rows) = block { rows } else { [] }
    }
  }

  /// All figures, each key once; without figures, those of the bars.
  var figures: [Figure] {
    let told = sections.flatMap { section in
      section.blocks.flatMap(\.leaves).flatMap { $0.figures(in: section) }
    }
    var seen: Set<String> = []
    return (told.isEmpty ? blocks.flatMap(\.bars) : told).filter { seen.insert($0.key).inserted }
  }
}

extension Block {
  /// The block itself, or its nested blocks.
  fileprivate var leaves: [Block] {
    if case .disclosure(_, let blocks) = self { blocks.flatMap(\.leaves) } else { [self] }
  }

  fileprivate func figures(in section: Section) -> [Figure] {
    switch self {
    case .figures(let figures), .metrics(let figures): figures
    case .grid(let grid): grid.figures
    case .chart(let chart):
      if case .differences(let differences) = chart.drawing {
        differences.rows.map { row in
          Figure("\(section.heading): \(row.name)", row.difference, unit: row.unit)
        }
      } else {
        chart.figures
      }
    default: []
    }
  }

  fileprivate var bars: [Figure] {
    guard case .chart(let chart) = self, case .bars(let bars) = chart.drawing else { return [] }
    return Grid(
      bars.labels, bars.series, bars.groups.map { Grid.Row($0.label, $0.bars) }
    ).figures
  }
}
