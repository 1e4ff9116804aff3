import Statistics

/// Who was credited, against the truth that only a simulation knows.
enum Credit {
  private static let words = [
    "right": "right", "wrong": "wrong inviter", "lost": "lost", "stolen": "stolen",
    "organic": "nobody's",
  ]

  static func section(of run: RunFields) throws -> Section? {
    let rules = try run.list("credit").map { rule in
      (
        name: try rule.optionalText("rule") ?? "all rules",
        meaning: try rule.optionalText("meaning") ?? "",
        verdicts: try rule.list("verdicts").map { verdict in
          (try verdict.text("verdict"), try verdict.measure("mean", .count))
        }
      )
    }
    guard let first = rules.first else { return nil }
    let names = first.verdicts.map { words[$0.0] ?? $0.0 }
    let chart = BarChart(
      Axis("first launches in a replication", .count), labels: "decided by", series: names,
      rules.map { BarChart.Group($0.name, $0.verdicts.map(\.1)) }, isStacked: true)
    let meanings = rules.filter { !$0.meaning.isEmpty }.map { [$0.name, $0.meaning] }
    return Section(
      "Credit against the truth", anchor: "credit",
      [
        .chart(
          Chart(
            "First launches by who was credited",
            caption:
              "Right is the sender of the link that led to the launch, wrong another inviter; "
              + "lost had an inviter whom nobody credited, stolen had none and somebody was "
              + "credited; nobody's came by itself and stayed so.", .bars(chart))),
        .table(Table(["rule", "meaning"], meanings)),
      ])
  }
}
