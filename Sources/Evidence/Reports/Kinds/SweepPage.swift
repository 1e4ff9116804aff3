public import Runs
import Statistics

extension SweepFindings: ReportedFindings {
  /// The page of `sweep`.
  public func report(in folder: RunFolder) -> Report {
    let rows = points.map { point in
      DifferenceChart.Row(
        point.point, unit: unit, base: base, variant: point.mean, difference: point.measured)
    }
    let caption =
      "Dots are differences from the scenario as it stands, as shares of its \(metric), the lines 95% "
      + "intervals over pairs of replications with the same random numbers. An arrow points to what lies far "
      + "beyond the axis."
    return Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("Metric", "\(metric), \(baseText) at the base"), .init("Unit", unit),
        .init("Seed", "\(seed)"), .init("Replications", replicationsText),
      ],
      sections: [
        tornadoSection,
        Section(
          "Every point", anchor: "points",
          [
            .chart(
              Chart(
                "\(metric) at each point, against the base", caption: caption,
                .differences(DifferenceChart(rows))))
          ]),
        beside.isEmpty
          ? nil : Section("Beside it", anchor: "beside", [.metrics(beside.map(Figure.init))]),
        .evidence(parameters),
      ].compactMap(\.self))
  }

  private var baseText: String { base.map(style.text) ?? "–" }

  private var tornadoSection: Section {
    Section(
      "What moves it", anchor: "tornado",
      [
        .paragraph("\(metric): \(definition)"),
        .chart(
          Chart(
            "How far each setting moves \(metric)",
            caption:
              "Each bar goes from the value that lowers it most to the one that raises it most; the "
              + "number at its right is the whole width. The widest is worth deciding first.",
            .tornado(TornadoChart(Axis("difference from the base", style), tornado)))),
      ])
  }

  private func signed(_ number: Double) -> String {
    style.text(number, besides: base, isSigned: true)
  }

  /// The sweep in the form for a terminal.
  public var summary: Report {
    let table = Table(
      [
        "point", .number(metric), .number("against the base"), .number("± 95%"), "",
      ],
      points.map { point in
        [
          point.point, point.mean.map(style.text) ?? "–", point.measured.value.map(signed) ?? "–",
          point.measured.spread, point.measured.isSure ? "sure" : "",
        ]
      })
    let bars = Table(
      ["setting", "from", "to", .number("moves \(metric) by")],
      tornado.map {
        [
          $0.setting, "\($0.lowestValue): \(signed($0.lowest))",
          "\($0.highestValue): \(signed($0.highest))",
          style.text($0.highest - $0.lowest, besides: base),
        ]
      })
    return Report(
      title, question: question, answer: answer, command: command,
      sections: [
        Section(
          [
            .paragraph(
              "\(metricName.map { "\($0) (\(metric))" } ?? metric) is \(baseText) at the base; seed \(seed); \(replicationsClause), all under "
                + "the same random numbers."), .paragraph("\(metric): \(definition)"),
            .table(table),
          ] + (beside.isEmpty ? [] : [.table(besideTable)]) + [
            tornado.isEmpty
              ? .paragraph("Nothing can be ranked: \(metric) has no value here.") : .table(bars)
          ])
      ])
  }

  /// A row for the base and for each point, and a column for each requested metric.
  private var besideTable: Table {
    let keys = beside.prefix { $0.point == nil }.map(\.metric)
    let rows = stride(from: 0, to: beside.count, by: max(keys.count, 1)).map { start in
      let row = beside[start..<start + keys.count]
      return [row.first?.point ?? "the base"] + row.map(\.measured.textWithInterval)
    }
    return Table(["point"] + keys.map { .number($0) }, rows)
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init(
        "points.csv",
        CSV(
          of: points,
          [
            ("point", \.point), ("metric", { _ in metric }), ("mean", { CSV.cell($0.mean) }),
            ("difference", { CSV.cell($0.measured.value) }),
          ] + CSV.ends(\.measured)
        ).description),
      .init(
        "beside.csv",
        CSV(
          of: beside,
          [
            ("point", { $0.point ?? "" }), ("metric", \.metric),
            ("mean", { CSV.cell($0.measured.value) }),
          ] + CSV.ends(\.measured)
        ).description),
      .init(
        "tornado.csv",
        CSV(
          of: tornado,
          [
            ("setting", \.setting), ("metric", { _ in metric }), ("lowestValue", \.lowestValue),
            ("lowest", { CSV.cell($0.lowest) }), ("highestValue", \.highestValue),
            ("highest", { CSV.cell($0.highest) }),
          ]
        ).description),
      .init("differences.csv", variants.differencesCSV), .init("summary.md", summary.markdown),
    ]
  }
}

extension Figure {
  fileprivate init(_ metric: Measured<SweptMetric>) {
    self.init("\(metric.point ?? "the base"): \(metric.metric)", metric.measured, unit: "")
  }
}
