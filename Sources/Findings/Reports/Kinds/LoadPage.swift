public import GrowthloopFindings
import Statistics

extension LoadFindings: ReportedFindings {
  /// The page of `load`.
  public func report(in folder: RunFolder) -> Report {
    let limits = gates.limits
    let all = total
    return Report(
      title, question: question, answer: answer, command: command,
      facts: [.init("Target", target), .init("Loop", loop)]
        + (profile.isEmpty ? [] : [.init("Profile", profile)])
        + [
          .init("Seed", "\(seed)"), .init("Length", NumberStyle.seconds.text(seconds)),
          .init("Machine", machine), .init("Build", build),
        ] + (encryption.map { [.init("Encrypted", $0)] } ?? [])
        + (multiplexing.map { [.init("HTTP/2", $0)] } ?? [])
        + (engine.map { [.init("Engine", $0)] } ?? []),
      verdict: pageVerdict,
      sections: [
        gates.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(gates)]),
        Section("Latency", anchor: "latency", [.chart(Self.latencies(of: all, limits))]),
        Section("Over time", anchor: "time", timeCharts), kindSection, errorSection,
        generatorSection(all), .plan(parameters),
      ].compactMap(\.self))
  }

  /// How long callers waited, and how many waited in vain.
  public var answer: ReportAnswer? {
    let (counts, times) = (all.counts, all.response)
    let planned = NumberText.grouped(Double(counts.planned))
    guard let half = times["p50"], let most = times["p99"], let last = times["max"] else {
      return ReportAnswer("None of \(planned) requests was answered.")
    }
    func text(_ milliseconds: Double) -> String { NumberStyle.milliseconds.text(milliseconds) }
    let waited =
      "half within \(text(half)), 99% within \(text(most)), the slowest after \(text(last))."
    guard counts.errors > 0 else {
      return ReportAnswer("All \(planned) requests got the right answer: \(waited)")
    }
    let share = NumberText.percent(Double(counts.errors) / Double(max(1, counts.planned)))
    let reasons = counts.named.map { "\(NumberText.grouped(Double($0.count))) \($0.name)" }
    return ReportAnswer(
      "\(NumberText.grouped(Double(counts.errors))) of \(planned) requests (\(share)) got no good answer: "
        + "\(reasons.joined(separator: ", ")). Of all answers came \(waited)")
  }

  /// The histograms of all kinds together.
  var total: RequestFigures.Histograms {
    let own = kinds.compactMap(\.histograms)
    guard var total = own.first else { preconditionFailure("a mix has a kind of request") }
    for histograms in own.dropFirst() {
      total.response.mergeWidening(histograms.response)
      total.service.mergeWidening(histograms.service)
      total.lag.mergeWidening(histograms.lag)
    }
    return total
  }

  private var pageVerdict: Report.Verdict? {
    if let absence { return Report.Verdict(.undecided, absence) }
    if partial {
      return Report.Verdict(.undecided, "Interrupted: only a part of the plan was run.")
    }
    let verdict = Report.Verdict(gates)
    guard !valid else { return verdict }
    let words =
      "Not valid: the generator was the bottleneck. Why stands under 'The generator itself'."
    return Report.Verdict(
      verdict?.gates ?? .undecided, (verdict.map { "\($0.words) " } ?? "") + words)
  }

  private static func latencies(
    of all: RequestFigures.Histograms, _ limits: [LineChart.Mark]
  ) -> Chart {
    let curves = [
      PercentileChart.Curve("response: from the planned moment", of: all.response),
      PercentileChart.Curve("service: from the sending", of: all.service),
    ].compactMap(\.self)
    return Chart(
      "Latency by percentile",
      caption: "Each step to the right is ten times rarer. Response time is what users wait; "
        + "where it leaves the service time, requests queued before they were sent.",
      .percentiles(
        PercentileChart(Axis("milliseconds", .milliseconds), curves, levels: limits)))
  }

  /// Counts and percentiles of each kind of request.
  private var kindSection: Section {
    Section(
      "By the kind of request", anchor: "kinds",
      [
        .paragraph("After the warm-up; times count from the planned moment."),
        .grid(Grid(requestTable)),
      ] + [statusTable.map { .table($0) }].compactMap(\.self))
  }

  private typealias Column = FigureTable.Declaration<RequestFigures>

  private var requestTable: FigureTable {
    let counts: [Column] = [
      .words("request") { $0.name }, .count("planned") { $0.counts.planned },
      .count("answered") { $0.counts.answered }, .count("failed") { $0.counts.failed },
      .count("notSent", "not sent") { $0.counts.notSent },
      .count("unwanted") { $0.counts.unwanted },
    ]
    let unreached: [Column] =
      all.counts.unreached == nil
      ? [] : [.count("notReached", "not reached") { $0.counts.unreached ?? 0 }]
    let times = Self.shownPercentiles.map { percentile in
      Column.number(percentile, nil, .milliseconds) { $0.response[percentile] }
    }
    return FigureTable(of: kinds + [all], counts + unreached + times)
  }

  /// The percentiles of each kind of request on a page and a terminal, limited by space.
  static let shownPercentiles = ["p50", "p90", "p99", "p99.9", "max"]

  private var errorSection: Section {
    let rows = kinds.flatMap { kind in
      kind.counts.named.map { (label: "\(kind.name): \($0.name)", count: $0.count) }
    }
    guard !rows.isEmpty else {
      return Section(
        "Errors", anchor: "errors", [.paragraph("Every planned request got the answer it should.")])
    }
    let bars = BarChart(
      Axis("requests", .whole), labels: "request and error", series: ["requests"],
      rows.map { BarChart.Group($0.label, [Measure(Double($0.count), in: .whole)]) })
    return Section(
      "Errors", anchor: "errors",
      [
        .chart(
          Chart(
            "Requests without a good answer", caption: "Each kind of request by what went wrong.",
            .bars(bars)))
      ] + [unexpectedTable.map { .table($0) }].compactMap(\.self))
  }

  /// Returns the section on whether the figures are the server's.
  private func generatorSection(_ all: RequestFigures.Histograms) -> Section {
    func text(_ number: Double?, _ style: NumberStyle) -> String {
      number.map(style.text) ?? "–"
    }
    let rows = [
      ["requests due", "\(generator.due)"], ["requests sent", "\(generator.sent)"],
      ["sent late by itself, median", text(generator.ownLagP50Milliseconds, .milliseconds)],
      ["sent late by itself, p99", text(generator.ownLagP99Milliseconds, .milliseconds)],
      ["its core busy", text(generator.busy, .share)],
      ["waited for its core", text(generator.waiting, .share)],
      ["others on its core", text(generator.foreign, .share)],
      ["taken by the host", text(generator.stolen, .share)],
    ]
    let words =
      valid
      ? because.isEmpty
        ? "The generator kept its own time, so the figures are the server's."
        : "The generator sent in time, and the machine was not its own: the server may be faster than measured."
      : "The generator was the bottleneck, so that the figures are not the server's alone. Lateness makes "
        + "times longer and never shorter: what is kept in spite of it is kept. What it may have made "
        + "or hidden is undecided."
    let lag = PercentileChart(
      Axis("milliseconds", .milliseconds),
      [PercentileChart.Curve("lag: from the planned moment to the sending", of: all.lag)]
        .compactMap(\.self))
    return Section(
      "The generator itself", anchor: "generator",
      [.paragraph(words)] + (because.isEmpty ? [] : [.list(because)]) + agentTables + [
        .table(Table(["", .number("measured")], rows)),
        .chart(
          Chart(
            "Lateness of sending by percentile",
            caption:
              "From the planned moment to the sending, whatever the cause: a full connection or the "
              + "generator.", .percentiles(lag))),
      ])
  }
}

extension LoadFindings {
  /// The health of each of several generators; empty where one sent the plan.
  var agentTables: [Block] {
    guard let agents else { return [] }
    func text(_ number: Double?, _ style: NumberStyle) -> String {
      number.map(style.text) ?? "–"
    }
    let rows = agents.map { agent in
      let generator = agent.generator
      return [
        "\(agent.number)", "\(generator.due)", "\(generator.sent)",
        text(generator.ownLagP99Milliseconds, .milliseconds), text(generator.busy, .share),
        agent.valid ? "yes" : "no",
      ]
    }
    let columns = ["due", "sent", "sent late, p99", "busy"].map { Table.Column.number($0) }
    return [.table(Table([Table.Column("agent")] + columns + [Table.Column("valid")], rows))]
  }
}

extension [JudgedGate] {
  /// The limits of times, as levels of a chart of milliseconds.
  var limits: [LineChart.Mark] {
    // A limit that is far above every time would leave the times no height.
    let times = filter { $0.measured.style == .milliseconds }
    let most = times.compactMap(\.measured.value).filter(\.isFinite).max() ?? .infinity
    return times.filter { $0.limit.value <= 100 * most }
      .map { LineChart.Mark($0.limit.value, $0.gate) }
  }
}
