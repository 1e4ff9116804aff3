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

  /// Returns the run in the form for a terminal.
  public func summary(_ selection: MetricSelection) -> Report {
    let figures = Figures(self)
    let changed = changes.isEmpty ? "" : ", with \(changesText(" "))"
    var sections = [
      Section([
        .paragraph("Profile \(profile)\(changed); seed \(seed); \(replicationsClause)."),
        .table(Figure.table(keys(of: selection).compactMap { figures[$0] }, called: "mean")),
      ])
    ]
    if let uncertainty { sections.append(Section(uncertainty.blocks)) }
    if gates != nil {
      sections.append(Section("Gates", anchor: "gates", [.table(Table(gates: judged))]))
    }
    if selection.hasFurtherTables {
      if let others = otherCoefficients {
        sections.append(Section(others.title, anchor: "coefficients", others.blocks))
      }
      if let echoSection { sections.append(echoSection) }
      sections += further(figures)
    }
    if selection.hasFurtherTables || showsDashboards {
      let title =
        hasDashboard
        ? "What the busiest inviters would see in the app, in the first replication"
        : "Under these settings no inviter has a dashboard (visibility.dashboardEnabled)"
      sections.append(Section(title, anchor: "dashboards", [.table(dashboardTable)]))
    }
    if selection.withDefinitions {
      sections.append(Section([.list(metrics.definitions(of: selection.keys))]))
    }
    sections += [
      Section(
        "Targets that cannot hold together (KPI-09)", anchor: "conflicts",
        [
          .list(targetsThatConflict)
        ]),
      Section("Not covered by this simulation", anchor: "gaps", [.list(gapTexts)]),
      Section([parameters.assumptions].compactMap(\.self)),
    ]
    return Report(
      title, question: question, answer: answer, command: command, sections: sections)
  }

  /// Returns the metrics of the first table: the chosen ones, or one viral coefficient with the rest.
  private func keys(of selection: MetricSelection) -> [String] {
    selection.keys == headline && selection.hasFurtherTables ? openingKeys : selection.keys
  }

  private func further(_ figures: Figures) -> [Section] {
    [
      Section(
        "What the document asks whose targets hold (metrics.profile)", anchor: "targets",
        [.table(scoreTable(figures))])
    ] + breakdowns.compactMap { $0.summary(figures) }
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
