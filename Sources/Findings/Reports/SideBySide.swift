public import GrowthloopFindings
import Statistics

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

extension SideBySide {
  /// The number of rows after which the rest of a table is collapsed.
  private static let mostFirst = 40

  /// Every figure of A beside that of B.
  var metrics: Section {
    let others = Dictionary(
      b.figures.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = a.figures.compactMap { figure in
      others[figure.key].map { Self.row(figure, $0) }
    }
    let table = Table(
      [
        "metric", .number("A"), .number("± 95%"), .number("B"), .number("± 95%"),
        .number("B less A"), "intervals", "unit",
      ], Array(rows.prefix(Self.mostFirst)))
    let rest = Table(table.columns, Array(rows.dropFirst(Self.mostFirst)))
    let words =
      "Where intervals overlap, chance alone may make the difference; where they are apart, it hardly "
      + "can. Runs with common random numbers give narrower intervals: growthloop compare makes "
      + "them for simulations, growthloop regress for services."
    return Section(
      "Metrics", anchor: "metrics",
      [.paragraph(words), .table(table)]
        + (rest.rows.isEmpty ? [] : [.disclosure("\(rest.rows.count) more", [.table(rest)])]))
  }

  private static func row(_ a: Figure, _ b: Figure) -> [String] {
    let style = a.measured.style
    let difference = a.measured.value.flatMap { a in b.measured.value.map { $0 - a } }
    return [
      a.key, a.measured.text, a.measured.spread, b.measured.text,
      b.measured.spread, difference.map(style.signed) ?? "–",
      relation(a.measured, b.measured), a.unit,
    ]
  }

  /// Returns the relation of two measures by their intervals.
  static func relation(_ a: Measure, _ b: Measure) -> String {
    guard let lowA = a.low, let highA = a.high, let lowB = b.low, let highB = b.high else {
      return a.value == b.value ? "the same" : "unknown"
    }
    if a == b { return "the same" }
    return lowA <= highB && lowB <= highA ? "overlap" : "apart"
  }
}

extension SideBySide {
  /// Both curves in one picture, for each curve that both runs have.
  var pictures: [Section] {
    a.sections.compactMap { section in
      guard let other = b.sections.first(where: { $0.anchor == section.anchor }) else { return nil }
      let charts = section.charts.flatMap { chart in
        other.charts.first { $0.title == chart.title }.map { chart.beside($0) } ?? []
      }
      // The three sections of the comparison have names of their own.
      return charts.isEmpty
        ? nil
        : Section(
          section.title, of: section.owner, anchor: "both-\(section.anchor)",
          charts.map(Block.chart))
    }
  }
}

extension Section {
  fileprivate var charts: [Chart] {
    blocks.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
  }
}

extension Chart {
  /// Returns a picture for each curve with that of the other; empty where they cannot share axes.
  fileprivate func beside(_ other: Chart) -> [Chart] {
    switch (drawing, other.drawing) {
    case (.lines(let a), .lines(let b)):
      pairs(a.series, b.series, \.name).map { name, a1, b1 in
        var both = a
        both.series = [a1, b1]
        both.series[0].name = "A"
        both.series[1].name = "B"
        return picture(of: name, .lines(both))
      }
    case (.percentiles(let a), .percentiles(let b)):
      pairs(a.curves, b.curves, \.name).map { name, a1, b1 in
        var both = a
        both.curves = [a1, b1]
        both.curves[0].name = "A"
        both.curves[1].name = "B"
        return picture(of: name, .percentiles(both))
      }
    case (.bars(let a), .bars(let b)):
      pairs(Array(a.series.enumerated()), Array(b.series.enumerated()), \.element).map {
        name, a1, b1 in
        picture(of: name, .bars(a.beside(b, series: (a1.offset, b1.offset))))
      }
    default: []
    }
  }

  private func pairs<Part>(
    _ a: [Part], _ b: [Part], _ name: (Part) -> String
  ) -> [(String, Part, Part)] {
    a.compactMap { part in
      b.first { name($0) == name(part) }.map { (name(part), part, $0) }
    }
  }

  private func picture(of name: String, _ drawing: Drawing) -> Chart {
    Chart(title == name ? title : "\(title): \(name)", caption: caption, drawing)
  }
}

extension BarChart {
  /// Returns one series of this chart beside one of the other.
  fileprivate func beside(_ other: BarChart, series: (a: Int, b: Int)) -> BarChart {
    let nothing = Measure(nil, in: axis.style)
    let labels =
      groups.map(\.label)
      + other.groups.map(\.label).filter { label in !groups.contains { $0.label == label } }
    return BarChart(
      axis, labels: self.labels, series: ["A", "B"],
      labels.map { label in
        Group(
          label,
          [
            groups.first { $0.label == label }?.bars[series.a] ?? nothing,
            other.groups.first { $0.label == label }?.bars[series.b] ?? nothing,
          ])
      })
  }
}

extension RunKinds {
  /// Returns two runs of a kind side by side: A is the first, B the second.
  public static func report(of folder: RunFolder, beside other: RunFolder) throws -> Report {
    let (kind, otherKind) = (try kind(of: folder), try kind(of: other))
    guard kind == otherKind else {
      throw UnreadableRun(
        "'\(folder.name)' is of the kind '\(kind.kind)' and '\(other.name)' of '\(otherKind.kind)': "
          + "two runs of one kind can be laid side by side")
    }
    return SideBySide(
      a: try report(of: folder), b: try report(of: other), names: (folder.name, other.name)
    ).report
  }
}
