import Statistics

/// The report of `history`: a line for each machine and plan, with its steps.
enum HistoryRun: RunKind {
  static let name = "history"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let series = try run.list("series")
    var report = Report(
      try run.text("title"), command: try run.text("command"),
      facts: [
        .init("Series", "\(series.count), one for each machine and plan"),
        .init("Steps", try method(of: series)),
      ])
    report.sections = try series.enumerated().map { place, series in
      try section(of: series, anchor: "series-\(place + 1)", figure: try run.text("figure"))
    }
    return report
  }

  private static func method(of series: [RunFields]) throws -> String {
    try series.contains { try $0.optionalNumber("dependence") != nil || $0.has("fewest") }
      ? "a level, a drift or steps, where noise may depend on the noise before"
      : "change points by E-divisive means with a permutation test"
  }

  private static func section(
    of series: RunFields, anchor: String, figure: String
  ) throws -> Section {
    let values = try series.numbers("values")
    let steps = try series.list("steps")
    let unit = try series.text("unit")
    let style: NumberStyle = unit == "ms" ? .milliseconds : .ratio
    let chart = LineChart(
      x: Axis("measurement", .count), y: Axis("\(figure), \(unit)", style),
      [
        .init(figure, values.enumerated().map { LineChart.Point(Double($0 + 1), $1) })
      ],
      changes: try steps.map { step in
        LineChart.Mark(try step.number("index") + 1, try step.text("at"))
      })
    return Section(
      "\(try series.text("plan")), \(try series.text("machine"))", anchor: anchor,
      [
        .chart(
          Chart(
            "\(figure) over \(values.count) measurements",
            caption:
              "Each measurement in the order of its moment; an upright line stands where the level "
              + "stepped by more than noise explains.", .lines(chart))),
        steps.isEmpty
          ? .paragraph(try course(of: series, style)) : .table(try table(of: steps, style)),
      ])
  }

  /// What is said of a series without steps.
  private static func course(of series: RunFields, _ style: NumberStyle) throws -> String {
    if let fewest = try series.optionalNumber("fewest") {
      return
        "Too short: fewer than \(NumberText.decimal(fewest, 0)) measurements do not tell a step "
        + "from noise that depends on the noise before."
    }
    guard series.has("drift") else { return "No step: noise explains how it varies." }
    let drift = try series.object("drift")
    return "A drift, no step: a straight line from \(style.text(try drift.number("from"))) to "
      + "\(style.text(try drift.number("to"))) explains it better."
  }

  private static func table(of steps: [RunFields], _ style: NumberStyle) throws -> Table {
    let isTested = try steps.contains { try $0.optionalNumber("pValue") != nil }
    return Table(
      ["step at", "commit", .number("before"), .number("after"), .number("rise")]
        + (isTested ? [.number("p")] : []),
      try steps.map { step in
        [
          try step.text("at"), try step.optionalText("commit") ?? "–",
          style.text(try step.number("before")), style.text(try step.number("after")),
          try step.optionalNumber("rise").map(NumberStyle.share.signed) ?? "–",
        ] + (isTested ? [try step.optionalNumber("pValue").map(NumberStyle.ratio.text) ?? "–"] : [])
      })
  }
}
