import Statistics

/// The report of `sweep`.
enum SweepRun: RunKind {
  static let name = "sweep"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let metric = try run.text("metric")
    let style = try run.style()
    let unit = try run.text("unit")
    let base = Measure(try run.optionalNumber("base"), style: style)
    let points = try run.list("points").map { point -> DifferenceChart.Row in
      var difference = try point.measure("difference", style)
      difference.defined = try point.defined(of: try run.optionalNumber("replications"))
      return DifferenceChart.Row(
        try point.text("point"), unit: unit, base: base.value,
        variant: try point.optionalNumber("mean"), difference: difference)
    }
    let caption =
      "Dots are differences from the scenario as it stands, as shares of its \(metric), the lines 95% "
      + "intervals over pairs of replications with the same luck. An arrow points to what lies far "
      + "beyond the axis."
    let everyPoint = Section(
      "Every point", anchor: "points",
      [
        .chart(
          Chart(
            "\(metric) at each point, against the base", caption: caption,
            .differences(DifferenceChart(points))))
      ])
    return Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.text("command"),
      facts: [
        .init("Metric", "\(metric), \(base.text) at the base"), .init("Unit", unit),
        .init("Seed", try run.digits("seed")), .init("Replications", try Replications.words(run)),
      ],
      sections: [
        try tornado(run, metric, style), everyPoint, try beside(run), try Rest.section(of: run),
      ].compactMap(\.self))
  }

  private static func tornado(
    _ run: RunFields, _ metric: String, _ style: NumberStyle
  ) throws -> Section {
    let bars = try run.list("tornado").map { bar in
      TornadoChart.Bar(
        try bar.text("setting"), lowestValue: try bar.text("lowestValue"),
        lowest: try bar.number("lowest"), highestValue: try bar.text("highestValue"),
        highest: try bar.number("highest"))
    }
    return Section(
      "What moves it", anchor: "tornado",
      [
        .paragraph("\(metric): \(try run.text("definition"))"),
        .chart(
          Chart(
            "How far each setting moves \(metric)",
            caption:
              "Each bar goes from the value that lowers it most to the one that raises it most; the "
              + "number at its right is the whole width. The widest is worth deciding first.",
            .tornado(TornadoChart(Axis("difference from the base", style), bars)))),
      ])
  }

  /// The metrics that were asked for beside it: a row for each point.
  private static func beside(_ run: RunFields) throws -> Section? {
    let cells = try run.list("beside")
    guard !cells.isEmpty else { return nil }
    let replications = try run.optionalNumber("replications")
    let figures = try cells.map { cell in
      let point = try cell.optionalText("point") ?? "the base"
      var measure = try cell.measure("mean", try cell.style())
      measure.defined = try cell.defined(of: replications)
      return Figure("\(point): \(try cell.text("metric"))", measure, unit: "")
    }
    return Section("Beside it", anchor: "beside", [.metrics(figures)])
  }
}
