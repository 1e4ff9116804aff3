public import GrowthloopFindings
import Statistics

extension ContactsFindings: ReportedFindings {
  /// The page of `contacts`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, command: command,
      facts: [
        .init("Seed", "\(seed)"),
        .init("Order of names", language.map { "of '\($0)'" } ?? "built in"),
        .init("Books", booksText), .init("Machine", machine), .init("Build", build),
      ],
      verdict: partial
        ? Report.Verdict(.undecided, "Interrupted: some books are missing.")
        : Report.Verdict(gates),
      sections: [
        gates.isEmpty ? nil : Section("Budgets", anchor: "gates", [.gates(gates)]), timeSection,
        Section("Memory", anchor: "memory", [.table(Table(memory))]),
      ].compactMap(\.self))
  }

  /// The sizes of the measured books, whatever the title of the plan says.
  private var booksText: String {
    memory.figures("contacts").map { "\($0.text) contacts" }.joined(separator: ", ")
  }

  private var timeSection: Section {
    let sizesOfRows = times.figures("contacts").map(\.text)
    let titles = times.words("title")
    let sizes = sizesOfRows.unique
    let p99 = times.figures("p99")
    let groups = titles.unique.map { title in
      BarChart.Group(
        title,
        sizes.map { size in
          p99.indices.first { titles[$0] == title && sizesOfRows[$0] == size }.map { p99[$0] }
            ?? Measure(nil, in: .milliseconds)
        })
    }
    return Section(
      "Times", anchor: "times",
      [
        .chart(
          Chart(
            "What steps take, by the size of the book",
            caption:
              "What a step takes is the work of a core, at the median over its rounds; the bar is "
              + "p99 over the steps. Equal ratios are equally far apart. Bars of one operation that "
              + "grow faster than the book are worth a look.",
            .bars(
              BarChart(
                Axis("milliseconds, p99 over the steps", .milliseconds), labels: "operation",
                series: sizes.map { "\($0) contacts" }, groups, isLogarithmic: true)))),
        .disclosure(
          "All times, and those by the clock on the wall",
          [
            .paragraph(
              "Raw are all single times by the clock, with what the scheduler did to them."),
            .grid(Grid(times.without("operation"))),
          ]),
      ])
  }

  /// The run in the form for a terminal.
  public var summary: Report {
    let order = language.map { "the order of '\($0)'" } ?? "the built-in order"
    let words =
      "Milliseconds. What a step takes is the work of a core, at the median over its rounds; p50, p99 "
      + "and\nmax are over the steps. Raw are all single times by the clock on the wall, with what the\n"
      + "scheduler did to them."
    return Report(
      title,
      sections: [
        Section(
          [
            .paragraph("\(machine), \(build) build, one core; seed \(seed), \(order)."),
            .table(Table(times.without("operation"), withUnits: false)), .paragraph(words),
            .table(Table(memory)),
          ] + (gates.isEmpty ? [] : [.table(Table(gates: gates))])
            + (partial ? [.paragraph("Interrupted: some books are missing.")] : []))
      ])
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("times.csv", CSV(times.without("title")).description),
      .init("latency.hlog", histograms.log(of: title, lasting: .zero)),
      .init("metrics.prom", openMetrics), junit(), .init("summary.md", summary.markdown),
    ]
  }

  /// Every single time and the gates, as OpenMetrics.
  private var openMetrics: String {
    var metrics = OpenMetricsText()
    metrics.family("growthloop_contacts_seconds", "histogram", "Single times of operations.")
    for times in histograms {
      metrics.histogram(
        "growthloop_contacts_seconds", [("operation", times.tag)], nanoseconds: times.histogram)
    }
    GateMetrics(of: verdict()).write(to: &metrics)
    return metrics.text
  }
}

extension [String] {
  /// The texts, each once, in their order.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

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
