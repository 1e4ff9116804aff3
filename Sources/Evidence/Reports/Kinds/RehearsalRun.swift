import Gates
import Statistics

/// The report of `rehearse`.
enum RehearsalRun: RunKind {
  static let name = "rehearse"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let gates = try run.list("gates").map { try $0.gate() }
    let limits = gates.filter { $0.measure.style == .milliseconds }.compactMap { gate in
      gate.limit.map { LineChart.Mark($0, gate.gate) }
    }
    return Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.optionalText("command"), facts: try facts(of: run),
      verdict: try verdict(of: run, gates),
      sections: [
        try comparisons(of: run), try differences(of: run),
        gates.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(gates)]),
        try times(of: run, LatencyLog(folder), limits: limits),
      ].compactMap(\.self))
  }

  private static func facts(of run: RunFields) throws -> [Report.Fact] {
    let settings = try run.texts("settingsOfService")
    let outages = try run.numbers("outageSeconds")
    return [
      .init("Profile", try run.text("profile")),
      settings.isEmpty ? nil : .init("The service with", settings.joined(separator: ", ")),
      .init("Seed", try run.digits("seed")), .init("Newcomers", try run.digits("people")),
      .init("Requests", try run.digits("requests")),
      .init("Took", NumberStyle.seconds.text(try run.number("seconds"))),
      .init(
        "Killed",
        outages.isEmpty
          ? "never"
          : "\(outages.count) \(outages.count == 1 ? "time" : "times"), away "
            + outages.map { NumberStyle.seconds.text($0) }.joined(separator: ", ")),
      .init("Machine", try run.text("machine")), .init("Build", try run.text("build")),
    ].compactMap(\.self)
  }

  private static func verdict(of run: RunFields, _ gates: [GateRow]) throws -> Report.Verdict? {
    guard try !run.flag("partial") else {
      return Report.Verdict(.undecided, "Interrupted: nothing was compared.")
    }
    let rows = try run.list("comparisons")
    let compared = try rows.reduce(0) { $0 + (try $1.number("compared")) }
    let different = try rows.reduce(0) { $0 + (try $1.number("different")) }
    let all = NumberStyle.whole.text(compared)
    guard different == 0 else {
      return Report.Verdict(
        .missed, "\(NumberStyle.whole.text(different)) of \(all) comparisons came out differently.")
    }
    return Report.Verdict(
      Report.Verdict(gates)?.gates ?? .kept,
      "All \(all) comparisons came out the same. \(Report.Verdict(gates)?.words ?? "")")
  }

  private static func comparisons(of run: RunFields) throws -> Section {
    Section(
      "What was compared", anchor: "comparisons",
      [
        .paragraph(
          "What the service made of the replayed traffic, read through its interface, beside what "
            + "the rule modules decided in the simulation; and both beside what the documents "
            + "promise, counted from the taps, launches and prompts alone."),
        .grid(
          Grid(
            "compared", ["count", "different"],
            try run.list("comparisons").map { row in
              Grid.Row(
                try row.text("subject"),
                try ["compared", "different"].map { Measure(try row.number($0), style: .whole) })
            })),
      ])
  }

  /// How many differences of one subject a page tells.
  private static let mostTold = 5

  /// The stories of what came out differently, by what was compared; none where nothing did.
  private static func differences(of run: RunFields) throws -> Section? {
    let told = try run.list("differences").map { (try $0.text("subject"), try story(of: $0)) }
    let groups = try run.list("comparisons").compactMap { row -> Block? in
      let (subject, count) = (try row.text("subject"), Int(try row.number("different")))
      guard count > 0 else { return nil }
      let stories = told.filter { $0.0 == subject }.map(\.1).prefix(mostTold)
      let rest = count - stories.count
      let more: [Block] = rest > 0 ? [.paragraph("And \(rest) more in differences.jsonl.")] : []
      return .disclosure("\(subject): \(count) different", stories + more)
    }
    return groups.isEmpty ? nil : Section("Differences", anchor: "differences", groups)
  }

  /// One difference with its story.
  private static func story(of difference: RunFields) throws -> Block {
    let rules = try difference.texts("rules").joined(separator: ", ")
    let words = try [("promise", "promised"), ("simulator", "simulator"), ("service", "service")]
      .compactMap { key, side in try difference.optionalText(key).map { "\(side): \($0)" } }
    return .disclosure(
      "person \(try difference.digits("person"))" + (rules.isEmpty ? "" : " (\(rules))") + ": "
        + words.joined(separator: "; "),
      [.list(try difference.texts("story").map { $0.replacing("\n    ", with: "; ") })])
  }

  private static func times(
    of run: RunFields, _ logs: LatencyLog, limits: [LineChart.Mark]
  ) throws -> Section {
    let columns = [("p50Ms", "p50"), ("p99Ms", "p99"), ("maxMs", "max")]
    let rows = try run.list("latencies").map { row in
      Grid.Row(
        try row.text("request"),
        [Measure(try row.number("count"), style: .whole)]
          + (try columns.map { Measure(try row.number($0.0), style: .milliseconds) }))
    }
    return Section(
      "Latency", anchor: "latency",
      [
        .chart(logs.kinds(limits: limits)),
        .grid(Grid("request", ["count"] + columns.map(\.1), rows)),
      ])
  }
}
