public import GrowthloopFindings
import Statistics
import Vocabulary

extension MetricBreakdown {
  /// A row with at least one event, and a figure for each column that it fills.
  private struct Filled {
    let name: String
    let figures: [Figure?]
  }

  private func filled(_ figures: Figures) -> [Filled] {
    rows.compactMap { row in
      let own = row.keys.map { figures[$0] }
      let happened = own.contains { ($0?.measured.value ?? 0) > 0 }
      let missing = [Figure?](repeating: nil, count: header.count - 1 - own.count)
      return happened ? Filled(name: row.name, figures: own + missing) : nil
    }
  }

  /// Returns the counts as one picture and the proportions as another; the rest as a table.
  func section(_ figures: Figures) -> Section? {
    let rows = filled(figures)
    guard !rows.isEmpty else { return nil }
    let styles = (0..<header.count - 1).map { column in
      Set(rows.compactMap { $0.figures[column]?.measured.style })
    }
    let charts = [
      chart(rows, styles, .count, "how often"), chart(rows, styles, .share, "how many of them"),
    ].compactMap(\.self)
    let isDrawn = styles.allSatisfy { $0 == [.count] || $0 == [.share] }
    let blocks = isDrawn ? charts : [.table(table(rows))]
    return Section(title, anchor: id, blocks + noteBlocks)
  }

  private var noteBlocks: [Block] { note.map { [.paragraph($0)] } ?? [] }

  private func chart(
    _ rows: [Filled], _ styles: [Set<NumberStyle>], _ style: NumberStyle, _ words: String
  ) -> Block? {
    let columns = styles.indices.filter { styles[$0] == [style] }
    guard !columns.isEmpty else { return nil }
    let groups = rows.map { row in
      BarChart.Group(
        row.name, columns.map { row.figures[$0]?.measured ?? Measure(nil, in: style) })
    }.filter { group in group.bars.contains { $0.value != nil } }
    let caption =
      style == .count
      ? "Bars are means over the replications, the lines across them 95% intervals."
      : "Where intervals overlap, the difference may be noise."
    return .chart(
      Chart(
        "\(header[0].prefix(1).uppercased())\(header[0].dropFirst()): \(words)", caption: caption,
        .bars(
          BarChart(
            Axis(style == .count ? "times in a replication" : "share", style), labels: header[0],
            series: columns.map { title(of: $0, in: rows) }, groups))))
  }

  /// Returns the section for a terminal.
  func summary(_ figures: Figures) -> Section? {
    let rows = filled(figures)
    return rows.isEmpty ? nil : Section(title, anchor: id, [.table(table(rows))] + noteBlocks)
  }

  private func table(_ rows: [Filled]) -> Table {
    Table(
      [Table.Column(header[0])]
        + (0..<header.count - 1).map { .number(title(of: $0, in: rows)) },
      rows.map { row in
        [row.name]
          + row.figures.enumerated().map { column, figure in
            guard let figure else { return "" }
            let isJudged = figure.target != nil && figure.measured.interval != nil
            let isNamed = figure.measured.style != .share || whole(of: column, in: rows) != nil
            return figure.measured.textWithInterval
              + (isNamed || figure.measured.value == nil ? "" : " \(figure.unit)")
              + (isJudged ? " \(figure.targetVerdict)" : "")
          }
      })
  }

  /// Returns the words for what the shares of a column are of; `nil` where it has other numbers, or
  /// shares of different things.
  private func whole(of column: Int, in rows: [Filled]) -> String? {
    let figures = rows.compactMap { $0.figures[column] }
    let units = Set(figures.map(\.unit))
    return figures.allSatisfy { $0.measured.style == .share } && units.count == 1
      ? units.first : nil
  }

  /// Returns the title of a column, with what its shares are of.
  private func title(of column: Int, in rows: [Filled]) -> String {
    let title = header[column + 1]
    return whole(of: column, in: rows).map { "\(title), \($0)" } ?? title
  }
}

/// The contents of one picture of a simulation's days.
struct DayPicture {
  let title: String
  let caption: String
  let axis: String
  let columns: [(key: String, name: String)]

  static func charts(of days: FigureSeries, from first: String?) -> [Block] {
    // The first day is place 1 of an axis of dates.
    let start = first.flatMap(CivilDate.init(inWords:))
    let dates = (0..<Int64(start == nil ? 0 : days.count)).compactMap {
      start?.adding(days: $0).dayInWords
    }
    return all.map { picture in
      let series = picture.columns.compactMap { column in
        days[column.key].map { found in
          LineChart.Series(
            column.name,
            found.values.indices.map { day in
              LineChart.Point(
                Double(dates.isEmpty ? day : day + 1), found.values[day], low: found.lows?[day],
                high: found.highs?[day])
            })
        }
      }
      return Block.chart(
        Chart(
          picture.title, caption: picture.caption,
          .lines(
            LineChart(
              x: Axis("day", .whole), y: Axis("\(picture.axis) a day", .count), series,
              names: dates))))
    }
  }

  private static let all = [
    DayPicture(
      title: "First launches a day",
      caption:
        "The loop carries itself where launches after an invite come near those that come by "
        + "themselves. The band is the 95% interval of the mean.",
      axis: "first launches",
      columns: [
        ("organicLaunches", "by themselves"), ("creditedLaunches", "credited to an inviter"),
      ]),
    DayPicture(
      title: "Newcomers and first values a day",
      caption: "Between the lines are those who reached home and no first value yet.",
      axis: "members",
      columns: [("homes", "reached home"), ("firstValues", "reached first value")]),
    DayPicture(
      title: "Members active a day",
      caption: "Growth that lasts rises here; newcomers who leave again do not show.",
      axis: "members", columns: [("active", "active")]),
    DayPicture(
      title: "From the prompt to the tap, a day",
      caption:
        "Each line feeds the one below it in time: prompts open the invite, invites are sent, "
        + "and links are tapped.",
      axis: "times",
      columns: [
        ("prompts", "prompts shown"), ("opened", "invite opened"), ("invites", "invites sent"),
        ("taps", "links tapped"),
      ]),
  ]
}

/// The page of `simulate`.
extension SimulationFindings: ReportedFindings {
  public func report(in folder: RunFolder) -> Report {
    let figures = Figures(self)
    return Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("Profile", profile),
        .init("Changed settings", changedSettings),
        .init("Seed", "\(seed)"), .init("Replications", replicationsText),
      ],
      verdict: Report.Verdict(judged),
      sections: [
        judged.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(judged)]),
        Section(
          "Headline", anchor: "headline",
          [.figures(openingKeys.compactMap { figures[$0] })]
            + (otherCoefficients.map { [.disclosure($0.title, $0.blocks)] } ?? [])),
        money?.section,
        fittedSection,
        uncertainty.map { Section("Chance and inputs", anchor: "uncertainty", $0.blocks) },
        echoSection,
        days.map {
          Section("Growth", anchor: "growth", DayPicture.charts(of: $0, from: course?.from))
        },
      ].compactMap(\.self)
        + breakdowns.compactMap { $0.section(figures) }
        + [
          creditSection, ruleSection, dashboardSection, targetSection(figures),
          Section.evidence(parameters, ranking: ranking),
          Section("Every metric", anchor: "metrics", [.metrics(figures.all)]),
        ].compactMap(\.self))
  }

  /// The first of the changed settings, and how many more there are.
  var changedSettings: String {
    let named = changes.prefix(Self.mostChanges).map { "\($0.setting)=\($0.value ?? "none")" }
    let rest = changes.count - named.count
    let more = rest > 0 ? ["and \(rest) more"] : []
    return changes.isEmpty ? "none" : (named + more).joined(separator: ", ")
  }

  private static let mostChanges = 6

  private var ruleSection: Section? {
    rules.isEmpty
      ? nil : Section("Rules applied", anchor: "rules", [.table(ruleTable)])
  }

  var ruleTable: Table {
    Table(
      ["rule", .number("times in a replication"), "meaning"],
      rules.map { [$0.rule, NumberStyle.count.text($0.mean), $0.meaning ?? ""] })
  }

  private var dashboardSection: Section? {
    guard hasDashboard else { return nil }
    return Section(
      "What inviters see", anchor: "dashboards",
      [
        .paragraph("The busiest inviters' own screens, at the end of the first replication."),
        .table(dashboardTable),
      ])
  }

  /// The heading of the targets: the scenario's own have no document.
  var titleOfTargets: String {
    targets.isEmpty ? "Targets" : "Targets of the document '\(targets)'"
  }

  private func targetSection(_ figures: Figures) -> Section? {
    guard !scorecard.isEmpty else { return nil }
    let asked = Block.figures(scorecard.flatMap(\.metrics).compactMap { figures[$0] })
    let ofDocument: [Block] =
      targets.isEmpty
      ? []
      : [
        .paragraph("Targets that cannot hold together:"), .list(targetsThatConflict),
        .disclosure("Not covered by this simulation", [.list(gapTexts)]),
      ]
    return Section(titleOfTargets, anchor: "targets", [asked] + ofDocument)
  }

  var gapTexts: [String] { unanswered.map { "\($0.id): \($0.reason)." } }
}

/// The metrics of a simulation as figures, by their keys.
struct Figures {
  let all: [Figure]
  private let places: [String: Int]

  init(_ run: SimulationFindings) {
    all = run.metrics.map { metric in
      Figure(
        metric.metric, called: metric.name == metric.metric ? nil : metric.name, metric.measured,
        unit: metric.unit, target: metric.target,
        meaning: metric.definition)
    }
    places = Dictionary(
      all.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> Figure? { places[key].map { all[$0] } }
}
