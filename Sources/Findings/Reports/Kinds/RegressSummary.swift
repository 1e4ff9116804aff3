public import GrowthloopFindings
import Statistics

extension RegressFindings {
  /// The comparison in the form for a terminal.
  public var summary: Report {
    let ofTimes = times.map { blocks(of: $0) } ?? []
    let ofGrowth = growth.map { blocks(of: $0) } ?? []
    return Report(title, sections: [Section(ofTimes + ofGrowth)])
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("summary.md", summary.markdown), junit(), .init("metrics.prom", openMetrics),
    ]
      + (times.map { [.init("rounds.csv", $0.roundsCSV)] } ?? [])
  }

  /// The gates, and of times the medians of both, as OpenMetrics.
  private var openMetrics: String {
    var metrics = OpenMetricsText()
    let timed = (times?.figures ?? []).filter { $0.unit == "ms" }
    if !timed.isEmpty {
      metrics.family("growthloop_regress_seconds", "gauge", "The median of the runs.")
    }
    for figure in timed {
      for (side, value) in [("baseline", figure.baseline), ("candidate", figure.candidate)] {
        guard let value else { continue }
        metrics.sample(
          "growthloop_regress_seconds", value / 1_000,
          labels: [("figure", figure.name), ("side", side)])
      }
    }
    GateMetrics(of: verdict()).write(to: &metrics)
    return metrics.text
  }

  // MARK: Times

  private func blocks(of times: Times) -> [Block] {
    // All quantiles of all measurements together, and every judged figure.
    let shown = times.figures.filter { $0.judged || !$0.name.contains(" ") }
    let judged = times.figures.count { $0.judged }
    let together =
      judged > 1 ? "; the intervals of the \(judged) judged figures hold it together" : ""
    let explanation =
      "Times are medians of the runs. The ratio is candidate to baseline, its interval\n"
      + "\(NumberText.decimal(times.confidence * 100, 0))%\(together). A call needs all of it on one "
      + "side of +\(NumberText.percent(tolerance)). 'Seen from' is the\n"
      + "least slowing that would have been called in four of five such comparisons."
    let about =
      "\(candidate) against \(baseline)\n\(times.machine), \(times.build) build; seed "
      + "\(times.seed)\n\(times.method)"
    var blocks: [Block] = [
      .paragraph(about), .table(times.table(of: shown)), .paragraph(explanation),
    ]
    if !times.notes.isEmpty { blocks.append(.paragraph(times.notes.joined(separator: "\n"))) }
    if times.partial {
      let interruption =
        "PARTIAL: interrupted after \(times.rounds) of \(times.roundsWanted) rounds."
      blocks.append(.paragraph(interruption))
    }
    return blocks + [.paragraph(sentence(of: times))]
  }

  private func sentence(of times: Times) -> String {
    let limit = "+\(NumberText.percent(tolerance))"
    return switch (verdict, times.reason) {
    case (.worse, _): "REGRESSION: slower than the tolerance of \(limit)."
    case (.better, _): "FASTER, and by more than the tolerance of \(limit)."
    case (.noDifference, _): "NO REGRESSION: no slowing beyond \(limit)."
    case (.undecided, .notComparable): "NOT DECIDED: these figures do not compare."
    case (.undecided, .generatorLimited):
      "NOT DECIDED: the generator was the bottleneck, and may hide a difference. A lower rate or a "
        + "quieter machine helps."
    case (.undecided, nil):
      "NOT DECIDED: noise leaves both open. More rounds narrow the interval, twice as much by "
        + "four times as many; or name a greater --tolerance."
    }
  }

  // MARK: Growth

  private static let mostMetrics = 15
  private static let mostRules = 8

  private func blocks(of growth: Growth) -> [Block] {
    let same =
      growth.isIdentical
      ? "Identical: all \(growth.replications) replications came out the same, to the last event."
      : "\(growth.identical) of \(growth.replications) replications came out the same, to the last "
        + "event."
    func names(_ metrics: [String], _ build: String) -> [Block] {
      metrics.isEmpty
        ? [] : [.paragraph("Only the \(build) has: \(metrics.joined(separator: ", ")).")]
    }
    return [
      .paragraph(
        "\(candidate) against \(baseline), with the same random numbers, person by person.\n\(same)"
      )
    ] + (growth.isIdentical ? [] : [.table(growth.table(most: Self.mostMetrics))])
      + (growth.rules.isEmpty ? [] : [.table(growth.ruleTable(most: Self.mostRules))])
      + names(growth.lostMetrics, "baseline") + names(growth.newMetrics, "candidate")
      + [.paragraph(sentence(of: growth))]
  }

  private func sentence(of growth: Growth) -> String {
    let limit = NumberText.percent(tolerance)
    return switch verdict {
    case .worse: "REGRESSION: \(growth.judged) is worse by more than \(limit) of what it was."
    case .better: "BETTER: \(growth.judged), by more than \(limit) of what it was."
    case .noDifference where growth.isIdentical: "NO REGRESSION: nothing differs."
    case .noDifference:
      "NO REGRESSION: \(growth.judged) is not worse by more than \(limit) of what it was."
    case .undecided where growth.isUndefined:
      "NOT DECIDED: \(growth.judged) has no value in this scenario; '--metric' names another."
    case .undecided:
      "NOT DECIDED: noise leaves open whether \(growth.judged) is worse by more than \(limit). More "
        + "--replications narrow the interval."
    }
  }
}

extension RegressFindings.Times {
  /// A row for each round and figure.
  fileprivate var roundsCSV: String {
    var csv = CSV(["figure", "unit", "run", "baseline", "candidate"])
    for figure in figures {
      for run in 0..<max(figure.baselineRuns.count, figure.candidateRuns.count) {
        func cell(_ values: [Double]) -> String { CSV.cell(run < values.count ? values[run] : nil) }
        csv.add(
          [
            figure.name, figure.unit, "\(run)", cell(figure.baselineRuns),
            cell(figure.candidateRuns),
          ])
      }
    }
    return csv.description
  }
}

extension RegressFindings.Growth {
  /// Returns the judged metric, the other coefficients, and then the surest changes.
  fileprivate func table(most: Int) -> Table {
    let first = metrics.filter { $0.metric == judged }
    let coefficients = metrics.filter { $0.metric.hasPrefix("k.") && $0.metric != judged }
    let others = metrics.filter {
      $0.moved && !$0.metric.hasPrefix("k.") && $0.metric != judged
    }.enumerated().sorted {
      ($1.element.certainty, $0.offset) < ($0.element.certainty, $1.offset)
    }.map(\.element)
    return Table(
      [
        "metric", .number("baseline"), .number("candidate"), .number("difference"),
        .number("± 95%"), "",
      ],
      (first + coefficients + others).prefix(most).map { metric in
        let style = metric.measured.style
        return [
          metric.metric, metric.baseline.map(style.text) ?? "–",
          metric.candidate.map(style.text) ?? "–", metric.measured.value.map(style.signed) ?? "–",
          metric.measured.spread,
          !metric.moved ? "identical" : metric.measured.isSure ? "sure" : "",
        ]
      })
  }
}

extension Measured<RegressFindings.Movement> {
  fileprivate var certainty: Double { subject.standardErrors ?? .infinity }
}
