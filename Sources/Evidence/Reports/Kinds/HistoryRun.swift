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
        .init("Steps", "change points by E-divisive means with a permutation test"),
      ])
    report.sections = try series.enumerated().map { place, series in
      try section(of: series, anchor: "series-\(place + 1)", figure: try run.text("figure"))
    }
    return report
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
              + "stepped by more than luck explains.", .lines(chart))),
        steps.isEmpty
          ? .paragraph("No step: luck explains how it varies.")
          : .table(try table(of: steps, style)),
      ])
  }

  private static func table(of steps: [RunFields], _ style: NumberStyle) throws -> Table {
    Table(
      [
        "step at", "commit", .number("before"), .number("after"), .number("rise"), .number("p"),
      ],
      try steps.map { step in
        [
          try step.text("at"), try step.optionalText("commit") ?? "–",
          style.text(try step.number("before")), style.text(try step.number("after")),
          NumberStyle.share.signed(try step.number("rise")),
          NumberStyle.ratio.text(try step.number("pValue")),
        ]
      })
  }
}
