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
      try errors(of: folder), try generator(of: run, logs),
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
    let because = try run.texts("because").joined(separator: " ")
    if try run.flag("partial") {
      return Report.Verdict(.undecided, "Interrupted: only a part of the plan was run.")
    }
    guard try run.flag("valid") else {
      return Report.Verdict(
        .undecided,
        "Not valid: the generator was the bottleneck, and no gate is decided. \(because)")
    }
    return Report.Verdict(gates)
  }

  /// Counts and percentiles of each kind of request.
  private static func kinds(of run: RunFields) throws -> Section {
    let kinds = try run.list("kinds") + [run.object("all")]
    let figures = try kinds.flatMap { kind in
      let name = try kind.text("name")
      let counts = try kind.object("counts")
      let response = try kind.object("response")
      return try ["planned", "answered"].map { key in
        Figure(
          "\(name): \(key)", Measure(try counts.optionalNumber(key), style: .count),
          unit: "requests")
      }
        + ["p50", "p90", "p99", "p99.9", "max"].map { percentile in
          Figure(
            "\(name): \(percentile)",
            Measure(try response.optionalNumber(percentile), style: .milliseconds),
            unit: "response time")
        }
    }
    let rows = try kinds.map { kind in
      let counts = try kind.object("counts")
      let response = try kind.object("response")
      return [try kind.text("name")]
        + (try ["planned", "answered", "failed", "notSent", "unwanted"].map {
          try counts.digits($0)
        })
        + (try ["p50", "p90", "p99", "p99.9", "max"].map {
          Measure(try response.optionalNumber($0), style: .milliseconds).text
        })
    }
    let table = Table(
      ["request"]
        + [
          "planned", "answered", "failed", "not sent", "unwanted", "p50", "p90", "p99", "p99.9",
          "max",
        ]
        .map { .number($0) }, rows)
    return Section(
      "By the kind of request", anchor: "kinds",
      [
        .paragraph("After the warm-up; times count from the planned moment."), .table(table),
        .disclosure("The same as a list", [.metrics(figures)]),
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
      Axis("requests", .count), labels: "request and error", series: ["requests"],
      rows.map { BarChart.Group("\($0.0): \($0.1)", [Measure($0.2, style: .count)]) })
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
      : "The generator was the bottleneck: the figures speak of it, and of no server."
    return Section(
      "The generator itself", anchor: "generator",
      [.paragraph(words)] + (because.isEmpty ? [] : [.list(because)])
        + [.table(Table(["", .number("measured")], rows))] + logs.lateness)
  }
}
