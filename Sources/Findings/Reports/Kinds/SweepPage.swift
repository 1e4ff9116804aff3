public import GrowthloopFindings
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
        heatBlock().map { Section("Both together", anchor: "both", [$0]) },
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

  /// The heat map of a sweep over two settings.
  package func heatBlock(rows: HeatChart.Side? = nil, columns: HeatChart.Side? = nil) -> Block? {
    heat(rows: rows, columns: columns).map { chart in
      .chart(
        Chart(
          "\(metricName ?? metric) over \(chart.rows.key) and \(chart.columns.key)",
          caption: "The darker a cell, the higher the value.", .heat(chart)))
    }
  }

  /// The pictures of what moves the metric: over two settings a heat map, else a tornado.
  package var pictures: [Block] {
    heatBlock().map { [$0] }
      ?? tornadoSection.blocks.filter { if case .chart = $0 { true } else { false } }
  }

  private var tornadoSection: Section {
    Section(
      "What moves it", anchor: "tornado",
      [.paragraph("\(metric): \(definition)")]
        + (spansOwnRanges
          ? []
          : [
            .chart(
              Chart(
                "How far each setting moves '\(metricName ?? metric)' over the values given",
                caption:
                  "Each bar goes from the value that lowers it most to the one that raises it most; the "
                  + "number at its right is the whole width. It speaks of the values that this sweep was "
                  + "given: wider ones would make a wider bar.",
                .tornado(TornadoChart(Axis("difference from the base", style), tornado))))
          ]) + (moves.isEmpty ? [] : ownRanges) + further.map(Block.paragraph))
  }

  /// The parameters over their own ranges, which no choice of values widens.
  private var ownRanges: [Block] {
    [
      .chart(
        Chart(
          "How far each parameter moves '\(metricName ?? metric)' over its own range",
          caption:
            "Each bar goes over the range that the parameter's sources give, or over an assumed one from "
            + "half to double. It speaks of how much is not known."
            + (firstToMeasure.map {
              " Of what is not measured at the product, the widest is \($0.name): measure it first."
            } ?? ""),
          .tornado(
            TornadoChart(
              Axis("difference from the base", style), moves.compactMap(\.subject.bar))))),
      .paragraph(
        "The elasticity speaks of a small change: by how many per cent \(metric) rises where the "
          + "parameter rises by one per cent."),
      .table(movesTable),
    ]
  }

  /// The remarks, and the points that did not run.
  private var further: [String] {
    remarks + leftOut.map { "Left out: \($0.point), as \($0.because)." }
  }

  private var movesTable: Table { Table(of: moves, moveColumns) }

  private var moveColumns: [RowColumn<Measured<ParameterMove>>] {
    [
      .words("parameter", \.setting), .file("metric") { _ in metric },
      .table("own range") {
        "\($0.lowEnd) to \($0.highEnd)" + ($0.isAssumed ? ", assumed" : "")
      },
      .file("low", \.lowEnd), .file("high", \.highEnd), .file("assumed") { "\($0.isAssumed)" },
      .measure("movement", as: "moves \(metric) by", \.measured) {
        $0.measured.value.map(signed) ?? "–"
      },
      .table(.number("± 95%"), \.measured.spread),
    ] + RowColumn.ends(of: "movement", \.measured) + [
      .measure("elasticity", \.elasticity) {
        $0.elasticity.value.map(NumberStyle.ratio.signed) ?? "–"
      },
      .table(.number("± 95%"), \.elasticity.spread),
    ] + RowColumn.ends(of: "elasticity", \.elasticity)
  }

  private var pointColumns: [RowColumn<Measured<SweepPoint>>] {
    [
      .words("point", \.point), .file("metric") { _ in metric },
      .table(.number(metric)) { $0.mean.map(style.text) ?? "–" }, .file("mean", number: \.mean),
      .measure("difference", as: "against the base", \.measured) {
        $0.measured.value.map(signed) ?? "–"
      },
      .table(.number("± 95%"), \.measured.spread),
      .table("") { $0.measured.isSure ? "sure" : "" },
    ] + RowColumn.ends(\.measured)
  }

  private var tornadoColumns: [RowColumn<TornadoBar>] {
    [
      .words("setting", \.setting), .file("metric") { _ in metric },
      .table("from") { "\($0.lowestValue): \(signed($0.lowest))" },
      .file("lowestValue", \.lowestValue), .file("lowest", number: \.lowest),
      .table("to") { "\($0.highestValue): \(signed($0.highest))" },
      .file("highestValue", \.highestValue), .file("highest", number: \.highest),
      .table(.number("moves \(metric) by")) {
        style.text($0.highest - $0.lowest, besides: base)
      },
    ]
  }

  private func signed(_ number: Double) -> String {
    style.text(number, besides: base, isSigned: true)
  }

  /// The sweep in the form for a terminal.
  public var summary: Report {
    Report(
      title, question: question, answer: answer, command: command,
      sections: [
        Section(
          [
            .paragraph(
              "\(metricName.map { "\($0) (\(metric))" } ?? metric) is \(baseText) at the base; seed \(seed); \(replicationsClause), all under "
                + "the same random numbers."), .paragraph("\(metric): \(definition)"),
            .table(Table(of: points, pointColumns)),
          ] + (beside.isEmpty ? [] : [.table(besideTable)])
            + (tornado.isEmpty
              ? [.paragraph("Nothing can be ranked: \(metric) has no value here.")]
              : rankings) + further.map(Block.paragraph))
      ])
  }

  /// The rankings, each after a sentence that names what it is over.
  private var rankings: [Block] {
    let given: [Block] =
      spansOwnRanges && !moves.isEmpty
      ? []
      : [
        .paragraph("Over the values given, the settings move it so far:"),
        .table(Table(of: tornado, tornadoColumns)),
      ]
    guard !moves.isEmpty else { return given }
    return given + [
      .paragraph(
        "Each input over its own range, which its sources give or which is assumed from half to double. "
          + "Elasticity: by how many per cent the metric moves for one per cent of the input."),
      .table(movesTable),
    ]
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
      .init("points.csv", CSV(of: points, pointColumns).description),
      .init(
        "beside.csv",
        CSV(
          of: beside,
          [
            .file("point") { $0.point ?? "" }, .file("metric", \.metric),
            .file("mean", number: \.measured.value),
          ] + RowColumn.ends(\.measured)
        ).description),
      .init("tornado.csv", CSV(of: tornado, tornadoColumns).description),
      .init("moves.csv", CSV(of: moves, moveColumns).description),
      .init("differences.csv", variants.differencesCSV), .init("summary.md", summary.markdown),
    ]
  }
}

extension Figure {
  fileprivate init(_ metric: Measured<SweptMetric>) {
    self.init("\(metric.point ?? "the base"): \(metric.metric)", metric.measured, unit: "")
  }
}
