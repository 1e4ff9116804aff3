public import GrowthloopFindings
import Statistics

/// The page of `simulate`.
extension SimulationFindings: ReportedFindings {
  public func report(in folder: RunFolder) -> Report {
    let figures = Figures(self)
    return Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("Profile", profile),
        .init("Changed settings", changes.isEmpty ? "none" : changesText(", ")),
        .init("Seed", "\(seed)"), .init("Replications", replicationsText),
      ],
      verdict: Report.Verdict(judged),
      sections: [
        judged.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(judged)]),
        Section(
          "Headline", anchor: "headline",
          [.figures(openingKeys.compactMap { figures[$0] })]
            + (otherCoefficients.map { [.disclosure($0.title, $0.blocks)] } ?? [])),
        uncertainty.map { Section("Chance and inputs", anchor: "uncertainty", $0.blocks) },
        echoSection,
        days.map { Section("Growth", anchor: "growth", DayPicture.charts(of: $0)) },
      ].compactMap(\.self)
        + breakdowns.compactMap { $0.section(figures) }
        + [
          creditSection, ruleSection, dashboardSection, targetSection(figures),
          Section.evidence(parameters, ranking: ranking),
          Section("Every metric", anchor: "metrics", [.metrics(figures.all)]),
        ].compactMap(\.self))
  }

  /// Returns the changed settings as KEY=VALUE.
  func changesText(_ separator: String) -> String {
    changes.map { "\($0.setting)=\($0.value ?? "none")" }.joined(separator: separator)
  }

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

  private func targetSection(_ figures: Figures) -> Section {
    Section(
      "What the documents ask", anchor: "targets",
      [
        .paragraph("What the '\(targets)' document asks for, and what came of it."),
        .figures(scorecard.flatMap(\.metrics).compactMap { figures[$0] }),
        .paragraph("Targets that cannot hold together:"), .list(targetsThatConflict),
        .disclosure("Not covered by this simulation", [.list(gapTexts)]),
      ])
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
