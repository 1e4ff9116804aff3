import Gates
import Statistics

/// The report of `load`.
enum ServiceLoad: RunKind {
  static let name = "load"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let gates = try run.list("gates").map { try $0.gate() }
    let logs = try LatencyLog(folder)
    var report = Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.optionalText("command"), facts: try facts(of: run),
      verdict: try verdict(of: run, gates))
    let limits = gates.filter { $0.measure.style == .milliseconds }.compactMap { gate in
      gate.limit.map { LineChart.Mark($0, gate.gate) }
    }
    report.sections = [
      gates.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(gates)]),
      logs.section(limits: limits), try Seconds.section(of: folder), try kinds(of: run),
      try errors(of: folder), try generator(of: run, logs), try PlanSettings.section(of: run),
    ].compactMap(\.self)
    return report
  }

  private static func facts(of run: RunFields) throws -> [Report.Fact] {
    [
      .init("Target", try run.text("target")), .init("Loop", try run.text("loop")),
      .init("Profile", try run.text("profile")), .init("Seed", try run.digits("seed")),
      .init("Length", NumberStyle.seconds.text(try run.number("seconds"))),
      .init("Machine", try run.text("machine")), .init("Build", try run.text("build")),
    ]
  }

  private static func verdict(of run: RunFields, _ gates: [GateRow]) throws -> Report.Verdict? {
    if try run.flag("partial") {
      return Report.Verdict(.undecided, "Interrupted: only a part of the plan was run.")
    }
    let verdict = Report.Verdict(gates)
    guard try !run.flag("valid") else { return verdict }
    let words =
      "Not valid: the generator was the bottleneck. Why stands under 'The generator itself'."
    return Report.Verdict(
      verdict?.gates ?? .undecided, (verdict.map { "\($0.words) " } ?? "") + words)
  }

  private static let counts = [
    ("planned", "planned"), ("answered", "answered"), ("failed", "failed"), ("notSent", "not sent"),
    ("unwanted", "unwanted"),
  ]
  private static let percentiles = ["p50", "p90", "p99", "p99.9", "max"]

  /// Counts and percentiles of each kind of request.
  private static func kinds(of run: RunFields) throws -> Section {
    let rows = try (run.list("kinds") + [run.object("all")]).map { kind in
      let (counts, times) = (try kind.object("counts"), try kind.object("response"))
      return Grid.Row(
        try kind.text("name"),
        try Self.counts.map { Measure(try counts.number($0.0), style: .whole) }
          + percentiles.map { Measure(try times.optionalNumber($0), style: .milliseconds) })
    }
    return Section(
      "By the kind of request", anchor: "kinds",
      [
        .paragraph("After the warm-up; times count from the planned moment."),
        .grid(Grid("request", counts.map(\.1) + percentiles, rows)),
      ])
  }

  private static func errors(of folder: RunFiles) throws -> Section {
    let rows = try folder.rows("errors.csv").rows.map { row in
      (try row.text("request"), try row.text("error"), try row.number("count"))
    }
    guard !rows.isEmpty else {
      return Section(
        "Errors", anchor: "errors", [.paragraph("Every planned request got the answer it should.")])
    }
    let bars = BarChart(
      Axis("requests", .whole), labels: "request and error", series: ["requests"],
      rows.map { BarChart.Group("\($0.0): \($0.1)", [Measure($0.2, style: .whole)]) })
    return Section(
      "Errors", anchor: "errors",
      [
        .chart(
          Chart(
            "Requests without a good answer", caption: "Each kind of request by what went wrong.",
            .bars(bars)))
      ])
  }

  /// Whether the generator can be believed.
  private static func generator(of run: RunFields, _ logs: LatencyLog) throws -> Section {
    let health = try run.object("generator")
    func share(_ key: String) throws -> String {
      Measure(try health.optionalNumber(key), style: .share).text
    }
    func time(_ key: String) throws -> String {
      Measure(try health.optionalNumber(key), style: .milliseconds).text
    }
    let rows = try [
      ["requests due", health.digits("due")], ["requests sent", health.digits("sent")],
      ["sent late by itself, median", time("ownLagP50Milliseconds")],
      ["sent late by itself, p99", time("ownLagP99Milliseconds")],
      ["its core busy", share("busy")], ["waited for its core", share("waiting")],
      ["others on its core", share("foreign")], ["taken by the host", share("stolen")],
    ]
    let because = try run.texts("because")
    let words =
      try run.flag("valid")
      ? "The generator kept its own time, so the figures speak of the server."
      : "The generator was the bottleneck, so that the figures are not the server's alone. Lateness makes "
        + "times longer and never shorter: what is kept in spite of it is kept. What it may have made "
        + "or hidden is undecided."
    return Section(
      "The generator itself", anchor: "generator",
      [.paragraph(words)] + (because.isEmpty ? [] : [.list(because)])
        + [.table(Table(["", .number("measured")], rows))] + logs.lateness)
  }
}
