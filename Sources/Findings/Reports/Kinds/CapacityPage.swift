public import GrowthloopFindings
import Statistics

extension CapacityFindings: ReportedFindings {
  /// The page of `load --find-capacity`.
  public func report(in folder: RunFolder) -> Report {
    let steps = capacity.steps.sorted { $0.rate < $1.rate }
    let groups = steps.map { step in
      BarChart.Group(
        "\(Self.shown(step.rate))/s",
        Trial.allCases.map { trial in
          Measure(Double(step.trials.count { $0 == trial }), in: .whole)
        })
    }
    let figures = [("kept at", capacity.low), ("missed at", capacity.high)].map {
      Figure($0, Measure($1, in: .whole), unit: "requests a second")
    }
    return Report(
      title, question: question, command: command,
      facts: [
        .init("Profile", profile), .init("Seed", "\(seed)"), .init("Target", target),
        .init("Gates", gates.joined(separator: ", ")), .init("Machine", machine),
        .init("Build", build),
      ],
      verdict: Report.Verdict(verdict, conclusion),
      sections: [
        Section(
          "Capacity", anchor: "capacity",
          [
            .metrics(figures),
            .chart(
              Chart(
                "Trials at each rate",
                caption:
                  "A rate counts as kept or missed where most of its trials are; the capacity "
                  + "lies where the one turns into the other.",
                .bars(
                  BarChart(
                    Axis("trials", .whole), labels: "requests a second",
                    series: Trial.allCases.map(\.rawValue), groups, isStacked: true,
                    tones: [.good, .bad, .open, .neutral])))),
          ]
            + (because.isEmpty
              ? [] : [.paragraph("Of the last trial that was not valid:"), .list(because)])),
        .plan(parameters),
      ])
  }

  /// The result of the search: a rate that keeps the gates, or none.
  public var verdict: GateVerdict {
    guard !capacity.isPartial else { return .undecided }
    return capacity.low != nil
      ? capacity.high == nil ? .undecided : .kept : capacity.high == nil ? .undecided : .missed
  }

  private var conclusion: String {
    let end = capacity.isPartial ? " Interrupted: the search is not done." : ""
    return switch (capacity.low.map(Self.shown), capacity.high.map(Self.shown)) {
    case (let low?, let high?): "The gates are kept at \(low)/s and missed at \(high)/s.\(end)"
    case (let low?, nil):
      "The gates are kept at \(low)/s; no higher rate missed them for sure.\(end)"
    case (nil, let high?): "The gates are missed at \(high)/s, and kept at no rate tried.\(end)"
    case (nil, nil):
      "No rate was decided: trials are too short, or the generator was the bottleneck.\(end)"
    }
  }

  private static func shown(_ rate: Double) -> String { NumberText.decimal(rate, 0) }

  /// The search in the form for a terminal.
  public var summary: Report {
    let table = Table(
      [.number("requests/s"), "trials", ""],
      capacity.steps.map { step in
        [
          Self.shown(step.rate), step.trials.map(\.rawValue).joined(separator: ", "),
          step.majority?.rawValue ?? "open",
        ]
      })
    return Report(
      "\(title): capacity",
      sections: [
        Section(
          [
            .paragraph(
              "\(machine), \(build) build\nTarget: \(target)\nGates: "
                + gates.joined(separator: ", ")), .table(table), .paragraph(conclusion),
          ]
            + (because.isEmpty
              ? [] : [.paragraph("Of the last trial that was not valid:"), .list(because)]))
      ])
  }

  /// The files of the search beside `run.json` and the page.
  public var files: [ResultFile] { [.init("summary.md", summary.markdown)] }
}
