public import GrowthloopFindings
import Statistics

/// The metrics of a summary.
public struct MetricSelection: Sendable {
  /// In the order of all metrics.
  public let keys: [String]
  public let withDefinitions: Bool
  /// Whether the breakdown tables follow.
  public let hasFurtherTables: Bool

  public init(keys: [String], withDefinitions: Bool, hasFurtherTables: Bool) {
    self.keys = keys
    self.withDefinitions = withDefinitions
    self.hasFurtherTables = hasFurtherTables
  }
}

extension SimulationFindings {
  /// Every metric with its meaning, and all tables.
  public var everything: MetricSelection {
    MetricSelection(
      keys: metrics.map(\.metric), withDefinitions: true, hasFurtherTables: true)
  }

  /// Returns the run in the form for a terminal: what was asked, or with all tables.
  public func summary(_ selection: MetricSelection, isWhole: Bool = true) -> Report {
    let figures = Figures(self)
    let changed = changes.isEmpty ? "" : ", with \(changedSettings)"
    var sections = [
      Section([
        .paragraph("Profile \(profile)\(changed); seed \(seed); \(replicationsClause)."),
        .table(Figure.table(keys(of: selection).compactMap { figures[$0] }, called: "mean")),
      ])
    ]
    if let money { sections.append(money.section) }
    if let fittedSection { sections.append(fittedSection) }
    if let uncertainty { sections.append(Section(uncertainty.blocks)) }
    if gates != nil {
      sections.append(Section("Gates", anchor: "gates", [.table(Table(gates: judged))]))
    }
    if selection.hasFurtherTables {
      if let others = otherCoefficients, isWhole {
        sections.append(Section(others.title, anchor: "coefficients", others.blocks))
      }
      if let echoSection { sections.append(echoSection) }
      if let targetTable = targetTable(figures) { sections.append(targetTable) }
      let further = further(figures)
      sections +=
        isWhole
        ? further
        : [
          Section([
            .paragraph(
              "\(further.count.counting("further table")), such as by channel and by reason: '--tables' "
                + "prints them, and the page of '--out' has them.")
          ])
        ]
    }
    if selection.hasFurtherTables && isWhole || showsDashboards {
      let title =
        hasDashboard
        ? "What the busiest inviters would see in the app, in the first replication"
        : "Under these settings no inviter has a dashboard (visibility.dashboardEnabled)"
      sections.append(Section(title, anchor: "dashboards", [.table(dashboardTable)]))
    }
    if selection.withDefinitions {
      sections.append(Section([.list(metrics.definitions(of: selection.keys))]))
    }
    if !targets.isEmpty, isWhole || !selection.hasFurtherTables {
      sections += [
        Section(
          "Targets that cannot hold together", anchor: "conflicts",
          [.list(targetsThatConflict)]),
        Section("Not covered by this simulation", anchor: "gaps", [.list(gapTexts)]),
      ]
    }
    sections.append(Section([parameters.assumptions].compactMap(\.self)))
    return Report(
      title, question: question, answer: answer, command: command, sections: sections)
  }

  /// Returns the metrics of the first table: the chosen ones, or one viral coefficient with the rest.
  private func keys(of selection: MetricSelection) -> [String] {
    selection.keys == headline && selection.hasFurtherTables ? openingKeys : selection.keys
  }

  private func targetTable(_ figures: Figures) -> Section? {
    scorecard.isEmpty
      ? nil : Section(titleOfTargets, anchor: "targets", [.table(scoreTable(figures))])
  }

  private func further(_ figures: Figures) -> [Section] {
    breakdowns.compactMap { $0.summary(figures) }
      + [
        credit.isEmpty
          ? nil
          : Section(
            "First launches by the credit they gave: to the sender of the link that led to it (right), to "
              + "another\ninviter (wrong), to no one although there was an inviter (lost), to someone "
              + "although there was none\n(stolen)", anchor: "credit", [.table(creditTable)]),
        rules.isEmpty ? nil : Section("Rules applied", anchor: "rules", [.table(ruleTable)]),
      ].compactMap(\.self)
  }

  private func scoreTable(_ figures: Figures) -> Table {
    Table(
      ["entry", "role", "metric", "id", .number("mean"), .number("± 95%"), .number("target"), ""],
      scorecard.flatMap { score in
        guard !score.metrics.isEmpty else {
          return [[score.id, score.role, "not covered by this simulation", "", "", "", "", ""]]
        }
        return score.metrics.compactMap { figures[$0] }.enumerated().map { line, figure in
          (line == 0 ? [score.id, score.role] : ["", ""]) + [
            figure.label ?? figure.key, figure.key, figure.measured.text, figure.measured.spread,
            figure.targetText,
            figure.targetVerdict,
          ]
        }
      })
  }
}

extension [Measured<MetricSubject>] {
  /// Returns the definitions of the metrics with these keys, a line each.
  func definitions(of keys: [String]) -> [String] {
    filter { keys.contains($0.metric) }.map { metric in
      let answers = metric.answers.isEmpty ? "" : " (\(metric.answers.joined(separator: ", ")))"
      return "\(metric.metric): \(metric.definition)\(answers)"
    }
  }
}

/// The credited inviters, against the truth that only a simulation has.
extension SimulationFindings {
  private static let words = [
    "right": "right", "wrong": "wrong inviter", "lost": "lost", "stolen": "stolen",
    "organic": "organic, uncredited",
  ]

  /// The verdict on launches without an inviter, in truth and in credit.
  ///
  /// These are most of all launches, and would hide the other verdicts.
  private static let organic = "organic"

  var creditSection: Section? {
    guard let first = credit.first else { return nil }
    let drawn = first.verdicts.map(\.verdict).filter { $0 != Self.organic }
    let chart = BarChart(
      Axis("first launches in a replication", .count), labels: "decided by",
      series: drawn.map { Self.words[$0] ?? $0 },
      credit.map { rule in
        BarChart.Group(
          rule.rule ?? "all rules",
          rule.verdicts.filter { $0.verdict != Self.organic }.map(\.measured))
      }, isStacked: true)
    return Section(
      "Credit against the truth", anchor: "credit",
      [
        .chart(
          Chart(
            "First launches by the credit they gave",
            caption:
              "Right is the sender of the link that led to the launch, wrong another inviter; lost "
              + "launches had an inviter and gave no credit, stolen ones had none and gave credit. "
              + "Launches without an inviter and without credit are in the table alone.",
            .bars(chart))),
        .table(creditTable),
      ])
  }

  /// A row for each rule, and one for all.
  var creditTable: Table {
    let names = credit.first.map { $0.verdicts.map { Self.words[$0.verdict] ?? $0.verdict } } ?? []
    return Table(
      ["decided by"] + names.map { .number($0) } + ["meaning"],
      credit.map { rule in
        [rule.rule ?? "all rules"] + rule.verdicts.map(\.measured.textWithInterval)
          + [rule.meaning ?? ""]
      })
  }
}

extension SimulationFindings {
  /// The greatest number of dates of joining in a table for an inviter.
  private static let mostDates = 3

  /// The screens of inviters, a row for each.
  var dashboardTable: Table {
    Table(
      [.number("person"), "screen"]
        + (dashboardLabels ?? ["sent", "installed", "completed"]).map { .number($0) }
        + [.number("bar"), "line below", "joined, newest first"],
      dashboards.map { inviter in
        let more = inviter.joined.count - Self.mostDates
        let dates = inviter.joined.prefix(Self.mostDates).joined(separator: "; ")
        return [
          "\(inviter.person)", inviter.state ?? "no member", Self.shown(inviter.sent),
          Self.shown(inviter.installed), Self.shown(inviter.completed),
          inviter.bar.map(NumberText.percent) ?? "", inviter.summary ?? "",
          dates + (more > 0 ? "; \(more) more" : ""),
        ]
      })
  }

  static func shown(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
}

extension SimulationFindings {
  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("metrics.csv", metricsCSV), .init("days.csv", daysCSV),
      .init("replications.csv", replicationsCSV), .init("dashboards.csv", dashboardsCSV),
      .init("summary.md", summary(everything).markdown),
    ]
  }

  /// A row for each metric: its mean and interval over the replications.
  private var metricsCSV: String {
    CSV(
      of: metrics,
      [
        .file("metric", \.metric), .file("unit", \.unit),
        .file("replications") { "\($0.measured.count ?? 0)" },
        .file("mean", number: \.measured.value),
      ] + RowColumn.ends(\.measured) + RowColumn.basis(of: \.measured)
    ).description
  }

  /// A row for each day of the run: the mean of every column, and the ends of its interval.
  private var daysCSV: String { days.map { CSV($0).description } ?? "" }

  /// A row for each replication: the digest of its events, and every metric.
  private var replicationsCSV: String {
    var csv = CSV(["replication", "events", "digest"] + metrics.map(\.metric))
    for (replicate, digest) in zip(replicates ?? [], digests) {
      csv.add(
        ["\(replicate.number)", "\(replicate.events)", digest] + replicate.values.map(CSV.cell))
    }
    return csv.description
  }

  /// A row for each inviter with a shown screen.
  private var dashboardsCSV: String {
    CSV(
      of: dashboards,
      [
        .file("person") { "\($0.person)" }, .file("screen") { $0.state ?? "" },
        .file("sent") { Self.shown($0.sent) }, .file("installed") { Self.shown($0.installed) },
        .file("completed") { Self.shown($0.completed) }, .file("bar", number: \.bar),
        .file("joined") { $0.joined.joined(separator: "; ") },
      ]
    ).description
  }
}
