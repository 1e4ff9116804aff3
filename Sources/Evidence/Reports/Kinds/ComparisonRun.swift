import Statistics

/// The report of `compare`.
enum ComparisonRun: RunKind {
  static let name = "compare"
  /// The most metrics that are drawn of a variant.
  private static let mostDrawn = 15
  private static let mostRules = 12

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let variants = try run.list("variants")
    var report = Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.text("command"),
      facts: [
        .init("Base", try run.text("base")),
        .init("Variants", try variants.map { try $0.text("variant") }.joined(separator: ", ")),
        .init("Seed", try run.digits("seed")), .init("Replications", try Replications.words(run)),
      ])
    report.sections = try variants.enumerated().map { place, variant in
      try section(
        of: variant, anchor: "variant-\(place + 1)",
        replications: try run.optionalNumber("replications"))
    }
    report.sections.append(
      Section(
        "Targets that cannot hold together", anchor: "targets",
        [.list(try run.texts("targetsThatConflict"))]))
    report.sections.append(try Rest.section(of: run))
    return report
  }

  private static func section(
    of variant: RunFields, anchor: String, replications: Double?
  ) throws -> Section {
    let name = try variant.text("variant")
    let rows = try differences(of: variant, replications: replications)
    let byName = Dictionary(rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let ranked = try variant.texts("ranking").compactMap { byName[$0] }
    let sure = ranked.filter { $0.isSure && $0.relative != nil }
    return Section(
      name, anchor: anchor,
      [
        try changes(of: variant)
      ] + coefficient(rows) + [
        .chart(
          Chart(
            "What differs from the base", caption: caption(of: sure),
            .differences(
              DifferenceChart(
                rows, drawing: Array((sure.isEmpty ? ranked : sure).prefix(mostDrawn))))))
      ] + (try rules(of: variant)))
  }

  /// What becomes of the viral coefficient, in each of its meanings, whether that is sure or not.
  private static func coefficient(_ rows: [DifferenceChart.Row]) -> [Block] {
    let rows = rows.filter { $0.name.hasPrefix("k.") }
    guard !rows.isEmpty else { return [] }
    return [
      .paragraph("What becomes of the viral coefficient:"),
      .table(DifferenceChart(rows).table),
    ]
  }

  private static func caption(of sure: [DifferenceChart.Row]) -> String {
    guard !sure.isEmpty else {
      return "No metric differs for sure: every interval contains 0, also those drawn here."
    }
    let count = sure.count == 1 ? "One metric differs" : "\(sure.count) metrics differ"
    return
      "Dots are differences under the same luck, as shares of the base; lines are 95% intervals "
      + "over pairs of replications. \(count) for sure: the interval does not contain 0. "
      + "Drawn are the surest; an arrow points to what lies far beyond the axis."
  }

  private static func changes(of variant: RunFields) throws -> Block {
    let rows = try variant.list("changes").map { change in
      [
        try change.text("setting"), try change.optionalText("base") ?? "–",
        try change.optionalText("variant") ?? "–",
      ]
    }
    return rows.isEmpty
      ? .paragraph("No setting differs from the base.")
      : .table(Table(["setting", "base", "variant"], rows))
  }

  static func differences(
    of variant: RunFields, replications: Double?
  ) throws -> [DifferenceChart.Row] {
    try variant.list("metrics").map { row in
      let style = try row.style()
      var difference = try row.measure("difference", style)
      difference.defined = try row.defined(of: replications)
      return DifferenceChart.Row(
        try row.text("metric"), unit: try row.text("unit"), base: try row.optionalNumber("base"),
        variant: try row.optionalNumber("variant"), difference: difference)
    }
  }

  private static func rules(of variant: RunFields) throws -> [Block] {
    let rules = try variant.list("rules").prefix(mostRules)
    guard !rules.isEmpty else { return [] }
    let rows = try rules.map { rule in
      DifferenceChart.Row(
        try rule.text("rule"), unit: try rule.optionalText("meaning") ?? "",
        base: try rule.optionalNumber("base"), variant: try rule.optionalNumber("variant"),
        difference: try rule.measure("difference", .count))
    }
    let table = Table(
      [
        "rule", .number("base"), .number("variant"), .number("difference"), .number("± 95%"),
        "meaning",
      ], rows.map { row in Array(row.cells[...4]) + [row.unit] })
    return [
      .paragraph("Rules that made the difference, by how often they spoke in a replication:"),
      .table(table),
    ]
  }
}
