import Gates
import Statistics

/// The report of `regress`: the ratios of times, or what moved in a simulation.
enum RegressRun: RunKind {
  static let name = "regress"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let isGrowth = try run.text("planKind") == "growth"
    var report = Report(
      try run.text("title"), command: try run.text("command"),
      facts: [
        .init("Baseline", try run.text("baseline")), .init("Candidate", try run.text("candidate")),
        .init("Tolerance", NumberStyle.share.text(try run.number("tolerance"))),
      ] + (isGrowth ? try growthFacts(of: run) : try timeFacts(of: run)),
      verdict: try verdict(of: run, isGrowth: isGrowth))
    report.sections = isGrowth ? try growthSections(of: run) : try timeSections(of: run)
    return report
  }

  private static func verdict(of run: RunFields, isGrowth: Bool) throws -> Report.Verdict {
    let limit = NumberStyle.share.text(try run.number("tolerance"))
    return switch try run.text("verdict") {
    case "worse":
      Report.Verdict(.missed, "A regression: \(isGrowth ? "worse" : "slower") beyond \(limit).")
    case "better":
      Report.Verdict(.kept, "\(isGrowth ? "Better" : "Faster"), and by more than \(limit).")
    case "no difference": Report.Verdict(.kept, "No regression beyond \(limit).")
    default: Report.Verdict(.undecided, "Not decided: luck or circumstances leave both open.")
    }
  }

  // MARK: Times

  private static func timeFacts(of run: RunFields) throws -> [Report.Fact] {
    [
      .init("Machine", "\(try run.text("machine")), \(try run.text("build")) build"),
      .init(
        "Rounds",
        "\(try run.digits("rounds"))" + (try run.flag("partial") ? ", interrupted" : "")),
      .init("Seed", try run.digits("seed")),
    ]
  }

  private static func timeSections(of run: RunFields) throws -> [Section] {
    let figures = try run.list("figures")
    let notes = try run.texts("notes")
    let rows = try figures.compactMap(ratio)
    return [
      Section(
        "Ratios", anchor: "ratios",
        [
          .paragraph(try run.text("method")),
          .chart(
            Chart(
              "How much slower the candidate is, as a share of the baseline",
              caption:
                "Dots are ratios less one, the lines their intervals over rounds; left of 0 is "
                + "faster. Only an interval that lies wholly beyond the tolerance is a difference. "
                + "An arrow points to what lies far beyond the axis.",
              .differences(DifferenceChart(rows)))),
        ] + (notes.isEmpty ? [] : [.list(notes)]) + [.table(try table(of: figures))])
    ]
  }

  /// A figure that has a ratio, as a difference from the baseline.
  private static func ratio(_ figure: RunFields) throws -> DifferenceChart.Row? {
    guard let base = try figure.optionalNumber("baseline"),
      let ratio = try figure.optionalNumber("ratio"), let low = try figure.optionalNumber("low"),
      let high = try figure.optionalNumber("high")
    else { return nil }
    return DifferenceChart.Row(
      try figure.text("name"), unit: try figure.text("unit"), base: base, variant: base * ratio,
      difference: Measure(
        base * (ratio - 1), low: base * (low - 1), high: base * (high - 1), style: .milliseconds))
  }

  private static func table(of figures: [RunFields]) throws -> Table {
    Table(
      [
        "figure", .number("baseline"), .number("candidate"), .number("ratio"),
        .number("interval"), .number("seen from"), .number("Mann–Whitney p"), "",
      ],
      try figures.map { figure in
        let ratio = Measure(
          try figure.optionalNumber("ratio"), low: try figure.optionalNumber("low"),
          high: try figure.optionalNumber("high"), style: .ratio)
        func text(_ key: String, _ style: NumberStyle) throws -> String {
          try figure.optionalNumber(key).map(style.text) ?? "–"
        }
        return [
          try figure.text("name"), try text("baseline", .milliseconds),
          try text("candidate", .milliseconds), ratio.text, ratio.interval,
          try text("smallestVisible", .share), try text("secondOpinion", .ratio),
          try figure.optionalText("call") ?? "told",
        ]
      })
  }

  // MARK: Growth

  private static func growthFacts(of run: RunFields) throws -> [Report.Fact] {
    let (identical, all) = (try run.digits("identical"), try run.digits("replications"))
    return [
      .init("Judged", try run.text("judged")),
      .init("Replications", "\(all), of which \(identical) came out the same to the last event"),
    ]
  }

  private static func growthSections(of run: RunFields) throws -> [Section] {
    let rows = try movements(of: run)
    let moved = rows.filter { $0.difference.value != 0 && $0.relative != nil }
    let rules = try run.list("rules")
    return [
      Section(
        "What moved", anchor: "moved",
        [
          .chart(
            Chart(
              "What differs from the baseline under the same luck",
              caption:
                "Dots are differences as shares of the baseline, the lines 95% intervals over pairs of "
                + "replications. Coloured are those whose interval does not contain 0; an arrow points to "
                + "what lies far beyond the axis.",
              .differences(DifferenceChart(Array(moved.prefix(15))))))
        ] + (rules.isEmpty ? [] : [.table(try table(ofRules: rules))]))
    ]
  }

  private static func movements(of run: RunFields) throws -> [DifferenceChart.Row] {
    try run.list("metrics").map { row in
      DifferenceChart.Row(
        try row.text("metric"), unit: try row.text("unit"),
        base: try row.optionalNumber("baseline"), variant: try row.optionalNumber("candidate"),
        difference: try row.measure("difference", try row.style()))
    }
  }

  private static func table(ofRules rules: [RunFields]) throws -> Table {
    Table(
      ["rule", .number("baseline"), .number("candidate"), .number("difference"), "meaning"],
      try rules.map { rule in
        [
          try rule.text("rule"), NumberStyle.count.text(try rule.number("baseline")),
          NumberStyle.count.text(try rule.number("candidate")),
          NumberStyle.count.signed(try rule.number("difference")),
          try rule.optionalText("meaning") ?? "",
        ]
      })
  }
}
