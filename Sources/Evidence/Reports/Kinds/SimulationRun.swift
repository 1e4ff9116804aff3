import Gates
import Statistics

/// The report of `simulate`.
enum SimulationRun: RunKind {
  static let name = "simulate"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let metrics = try Metrics(run)
    let headline = try run.texts("headline").compactMap { metrics[$0] }
    var report = Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.text("command"), facts: try facts(of: run))
    let gates = try gates(of: run, metrics)
    report.verdict = Report.Verdict(gates)
    if !gates.isEmpty { report.sections.append(Section("Gates", anchor: "gates", [.gates(gates)])) }
    report.sections += [
      Section("Headline", anchor: "headline", [.figures(headline)]),
      try Days.section(of: folder),
    ]
    report.sections += try run.list("breakdowns").compactMap { try Breakdown($0).section(metrics) }
    report.sections += try [
      Credit.section(of: run), rules(of: run), dashboards(of: run), targets(of: run, metrics),
      Rest.section(of: run), everything(metrics),
    ].compactMap(\.self)
    return report
  }

  private static func facts(of run: RunFields) throws -> [Report.Fact] {
    let changes = try run.list("changes").map { change in
      try "\(change.text("setting"))=\(change.optionalText("value") ?? "none")"
    }
    return [
      .init("Profile", try run.text("profile")),
      .init("Changed settings", changes.isEmpty ? "none" : changes.joined(separator: ", ")),
      .init("Seed", try run.digits("seed")),
      .init("Replications", try Replications.words(run)),
    ]
  }

  private static func gates(of run: RunFields, _ metrics: Metrics) throws -> [GateRow] {
    guard run.has("gates") else { return [] }
    let replications = try run.optionalNumber("replications")
    return try run.list("gates").map { gate in
      let style = metrics[try gate.text("metric")]?.measure.style ?? .ratio
      var measure = try gate.measure("mean", style)
      measure.defined = try gate.defined(of: replications)
      return GateRow(
        try gate.text("gate"), measure,
        limit: try gate.optionalNumber("limit"),
        side: try gate.optionalText("side") == "above" ? .above : .below, try gate.verdict())
    }
  }

  private static func rules(of run: RunFields) throws -> Section? {
    let rules = try run.list("rules")
    guard !rules.isEmpty else { return nil }
    let rows = try rules.map { rule in
      [
        try rule.text("rule"), NumberStyle.count.text(try rule.number("mean")),
        try rule.optionalText("meaning") ?? "",
      ]
    }
    return Section(
      "Rules that spoke", anchor: "rules",
      [.table(Table(["rule", .number("times in a replication"), "meaning"], rows))])
  }

  private static func dashboards(of run: RunFields) throws -> Section? {
    guard try run.flag("hasDashboard") else { return nil }
    let rows = try run.list("dashboards").map { inviter in
      let counts = try ["person", "sent", "installed", "completed"].map { key in
        try inviter.optionalNumber(key).map { NumberText.decimal($0, 0) } ?? ""
      }
      return counts + [
        try inviter.optionalText("summary") ?? "",
        try inviter.texts("joined").prefix(3).joined(separator: "; "),
      ]
    }
    let columns: [Table.Column] = [
      .number("person"), .number("sent"), .number("installed"), .number("completed"),
      "line on the screen", "joined last",
    ]
    return Section(
      "What inviters see", anchor: "dashboards",
      [
        .paragraph("The busiest inviters' own screens, at the end of the first replication."),
        .table(Table(columns, rows)),
      ])
  }

  private static func targets(of run: RunFields, _ metrics: Metrics) throws -> Section {
    let scored = try run.list("scorecard").flatMap { try $0.texts("metrics") }
    let figures = scored.compactMap { metrics[$0] }
    let unanswered = try run.list("unanswered").map { gap in
      try "\(gap.text("id")): \(gap.text("reason"))."
    }
    return Section(
      "What the documents ask", anchor: "targets",
      [
        .paragraph("What the '\(try run.text("targets"))' document asks for, and what came of it."),
        .figures(figures), .paragraph("Targets that cannot hold together:"),
        .list(try run.texts("targetsThatConflict")),
        .disclosure("Not answered here", [.list(unanswered)]),
      ])
  }

  private static func everything(_ metrics: Metrics) -> Section {
    Section(
      "Every metric", anchor: "metrics", [.metrics(metrics.all)])
  }
}

/// How many replications a run was lived through.
enum Replications {
  static func words(_ run: RunFields) throws -> String {
    let (count, wanted) = (try run.digits("replications"), try run.digits("replicationsWanted"))
    if try run.flag("isPartial") { return "\(count) of \(wanted): interrupted" }
    let isPrecise = try run.optionalText("ending") == "precise"
    return count + (isPrecise ? ", enough for the precision wanted" : "")
  }
}
