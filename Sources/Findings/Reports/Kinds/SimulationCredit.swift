import GrowthloopFindings
import Statistics

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
