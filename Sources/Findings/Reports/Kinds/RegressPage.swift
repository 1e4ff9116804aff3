public import GrowthloopFindings
import Statistics

extension RegressFindings: ReportedFindings {
  /// Returns the page of `regress`: the ratios of times, or the changes in a simulation.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, command: command,
      facts: [
        .init("Baseline", baseline), .init("Candidate", candidate),
        .init("Tolerance", NumberStyle.share.text(tolerance)),
      ] + (times?.facts ?? []) + (growth?.facts ?? []), verdict: pageVerdict,
      sections: [times?.section, growth?.section].compactMap(\.self))
  }

  private var pageVerdict: Report.Verdict {
    let limit = NumberStyle.share.text(tolerance)
    let isGrowth = growth != nil
    return switch verdict {
    case .worse:
      Report.Verdict(.missed, "A regression: \(isGrowth ? "worse" : "slower") beyond \(limit).")
    case .better:
      Report.Verdict(.kept, "\(isGrowth ? "Better" : "Faster"), and by more than \(limit).")
    case .noDifference: Report.Verdict(.kept, "No regression beyond \(limit).")
    case .undecided:
      Report.Verdict(.undecided, "Not decided: noise or circumstances leave both open.")
    }
  }
}

extension RegressFindings.Times {
  fileprivate var facts: [Report.Fact] {
    [
      .init("Machine", "\(machine), \(build) build"),
      .init("Rounds", "\(rounds)" + (partial ? ", interrupted" : "")), .init("Seed", "\(seed)"),
    ]
  }

  fileprivate var section: Section {
    Section(
      "Ratios", anchor: "ratios",
      [
        .paragraph(method),
        .chart(
          Chart(
            "How much slower the candidate is, as a share of the baseline",
            caption:
              "Dots are ratios less one, the lines their intervals over rounds; left of 0 is "
              + "faster. Only an interval that lies wholly beyond the tolerance is a difference. "
              + "An arrow points to what lies beyond the axis.",
            .differences(DifferenceChart(figures.compactMap(\.row))),
            numbers: .table(table(of: figures)))),
      ] + (notes.isEmpty ? [] : [.list(notes)]))
  }

  /// Returns the ratios, worded alike for a terminal and a page.
  func table(of figures: [Measured<RegressFindings.Figure>]) -> Table {
    Table(
      [
        "figure", .number("baseline"), .number("candidate"), .number("ratio"), .number("interval"),
        .number("seen from"), .number("Mann–Whitney"), "",
      ], figures.map(\.cells))
  }
}

extension Measured<RegressFindings.Figure> {
  /// The figure as a difference from the baseline; `nil` without a ratio.
  fileprivate var row: DifferenceChart.Row? {
    guard let baseline = subject.baseline, let interval = measured.interval else { return nil }
    return DifferenceChart.Row(
      subject.name, unit: subject.unit, base: baseline, variant: baseline * interval.value,
      difference: Measure(
        interval.mapped { baseline * ($0 - 1) }, in: .milliseconds))
  }

  fileprivate var cells: [String] {
    func time(_ value: Double?) -> String {
      value.map { "\(NumberText.significant($0)) \(subject.unit)" } ?? "–"
    }
    let ends = measured.interval.map {
      "\(NumberText.decimal($0.low, 3)) to \(NumberText.decimal($0.high, 3))"
    }
    return [
      subject.name, time(subject.baseline), time(subject.candidate),
      measured.value.map { NumberText.decimal($0, 3) } ?? "–",
      ends ?? "too few runs", subject.smallestVisible.map { "+\(NumberText.percent($0))" } ?? "–",
      subject.secondOpinion.map { "p \(NumberText.decimal($0, 3))" } ?? "–",
      subject.call?.wordOfTimes ?? "reported only",
    ]
  }
}

extension RegressionCall {
  /// The word for times: slower or faster.
  public var wordOfTimes: String {
    switch self {
    case .worse: "slower"
    case .better: "faster"
    case .noDifference, .undecided: rawValue
    }
  }
}

extension RegressFindings.Growth {
  fileprivate var facts: [Report.Fact] {
    [
      .init("Judged", judged),
      .init(
        "Replications", "\(replications), of which \(identical) came out the same to the last event"
      ),
    ]
  }

  private static let mostDrawn = 15

  fileprivate var section: Section {
    let rows = metrics.map { metric in
      DifferenceChart.Row(
        metric.metric, unit: metric.unit, base: metric.baseline, variant: metric.candidate,
        difference: metric.measured)
    }
    let moved = rows.filter { $0.difference.value != 0 && $0.relative != nil }
    return Section(
      "What moved", anchor: "moved",
      [
        .chart(
          Chart(
            "What differs from the baseline with the same random numbers",
            caption:
              "Dots are differences as shares of the baseline, the lines 95% intervals over pairs of "
              + "replications. Coloured are those whose interval does not contain 0; an arrow points to "
              + "what lies far beyond the axis.",
            .differences(DifferenceChart(Array(moved.prefix(Self.mostDrawn))))))
      ] + (rules.isEmpty ? [] : [.table(ruleTable(most: rules.count))]))
  }

  func ruleTable(most: Int) -> Table {
    let style = NumberStyle.count
    return Table(
      ["rule", .number("baseline"), .number("candidate"), .number("difference"), "meaning"],
      rules.prefix(most).map { rule in
        [
          rule.rule, style.text(rule.baseline), style.text(rule.candidate),
          style.signed(rule.difference), rule.meaning ?? "",
        ]
      })
  }
}
