public import GrowthloopFindings
import Statistics

extension ComparisonFindings: ReportedFindings {
  /// The page of `compare`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("Base", base), .init("Variants", variants.map(\.variant).joined(separator: ", ")),
        .init("Days", days.map { "\($0)" } ?? "–"),
        .init("Seed", "\(seed)"), .init("Replications", replicationsText),
      ],
      sections: variants.enumerated().map { place, variant in
        variant.section(anchor: "variant-\(place + 1)")
      }
        + (uncertainty.map { [Section("Chance and inputs", anchor: "uncertainty", $0.blocks)] }
          ?? [])
        + (targetsThatConflict.isEmpty
          ? []
          : [
            Section(
              "Targets that cannot hold together", anchor: "targets", [.list(targetsThatConflict)])
          ])
        + [.evidence(parameters, ranking: ranking)])
  }

  /// Returns the comparison in the form for a terminal.
  ///
  /// It contains the chosen metrics, or the viral coefficients and the metrics that differ most
  /// surely.
  public func summary(
    _ selection: MetricSelection?, definitions: [String] = []
  ) -> Report {
    let saving = measuresPairing ? "measured against such runs." : "by the variances."
    let about =
      "Base \(base) beside \(variants.count.counting("variant")) with the same random numbers; seed \(seed); "
      + "\(replicationsClause)."
    return Report(
      title, question: question, answer: answer, command: command,
      sections: [Section([.paragraph(about)])] + variants.map { $0.summary(selection?.keys) }
        + (uncertainty.map { [Section($0.blocks)] } ?? []) + [
          Section(
            [
              .paragraph(
                "'saved': without shared random numbers the same interval would take so many times the "
                  + "replications, \(saving)")
            ] + (definitions.isEmpty ? [] : [.list(definitions)])
              + [parameters.assumptions].compactMap(\.self))
        ])
  }

  /// The files of the run beside `run.json` and the page.
  public func files(_ summary: Report) -> [ResultFile] {
    [
      .init("differences.csv", variants.differencesCSV), .init("summary.md", summary.markdown),
    ]
  }
}

extension [Variant] {
  /// A row for each variant and metric: the difference and its interval.
  var differencesCSV: String {
    CSV(
      of: flatMap { variant in
        variant.metrics.map { DifferenceRow(variantName: variant.variant, metric: $0) }
      }, DifferenceRow.columns
    ).description
  }
}

/// The difference of a metric, with the variant that it is of.
@dynamicMemberLookup struct DifferenceRow {
  let variantName: String
  let metric: Measured<MetricDifferenceSubject>

  subscript<Value>(dynamicMember path: KeyPath<Measured<MetricDifferenceSubject>, Value>) -> Value {
    metric[keyPath: path]
  }

  static var columns: [RowColumn<DifferenceRow>] {
    [
      .file("variant", \.variantName),
      .table("metric") { $0.metric.subject.name ?? $0.metric.subject.metric },
      .words("metric", as: "id", \.subject.metric), .file("unit", \.subject.unit),
      .file("replications") { "\($0.measured.count ?? 0)" },
      .number("base", \.subject.base) { $0.subject.base.map($0.measured.style.text) ?? "–" },
      .number("variantMean", as: "variant", \.subject.variant) {
        $0.subject.variant.map($0.measured.style.text) ?? "–"
      },
      .measure("difference", \.measured) { row in
        row.measured.value.map {
          row.measured.style.text($0, besides: row.subject.base, isSigned: true)
        } ?? "–"
      },
      .table(.number("± 95%"), \.measured.spread),
      .table("") { $0.measured.isSure ? "sure" : "" },
    ] + RowColumn.ends(\.measured) + [
      .file("savedByPairing", number: \.subject.savedByPairing),
      .file("measuredSaving", number: \.subject.measuredSaving),
      .table(.number("saved")) {
        ($0.subject.measuredSaving ?? $0.subject.savedByPairing).map(saving) ?? "–"
      },
    ] + RowColumn.basis(of: \.measured)
  }

  /// Returns the factor by which independent runs would need more replications.
  ///
  /// Beyond a thousand the differences hardly vary, and the ratio has no further meaning.
  static func saving(_ times: Double) -> String {
    times > 1_000 ? "over 1000×" : "\(NumberText.significant(times, digits: 2))×"
  }
}

extension Variant {
  /// The greatest number of metrics in a summary without a choice.
  private static let mostMetrics = 15
  private static let mostRules = 12
  private static let mostRulesInSummary = 8

  fileprivate func section(anchor: String) -> Section {
    let rows = metrics.map(DifferenceChart.Row.init)
    let byName = Dictionary(rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let ranked = ranking.compactMap { byName[$0] }
    let sure = ranked.filter { $0.isSure && $0.relative != nil }
    let drawn = Array((sure.isEmpty ? ranked : sure).prefix(Self.mostMetrics))
    let coefficients = rows.filter { $0.name.hasPrefix("k.") }
    return Section(
      inWords, anchor: anchor,
      [changeBlock] + (money?.section.blocks ?? [])
        + (coefficients.isEmpty
          ? []
          : [
            .paragraph("What becomes of the viral coefficient:"),
            .table(DifferenceChart(coefficients).table),
          ]) + [
          .chart(
            Chart(
              "What differs from the base", caption: Self.caption(of: sure),
              .differences(DifferenceChart(rows, drawing: drawn))))
        ]
        + (rules.isEmpty
          ? []
          : [
            .paragraph(
              "Rules that made the difference, by how often they decided in a replication:"),
            .table(ruleTable(most: Self.mostRules)),
          ]))
  }

  private static func caption(of sure: [DifferenceChart.Row]) -> String {
    guard !sure.isEmpty else {
      return "No metric is shown to differ: every interval contains 0, also those drawn here."
    }
    let count = sure.count == 1 ? "One metric differs" : "\(sure.count) metrics differ"
    return
      "Dots are differences with the same random numbers, as shares of the base; lines are 95% intervals "
      + "over pairs of replications. \(count) surely: the interval leaves out 0. By chance one in twenty does "
      + "so without a difference. "
      + "Drawn are the surest; an arrow points to what lies far beyond the axis."
  }

  private var changeBlock: Block {
    changes.isEmpty
      ? .paragraph("No setting differs from the base.")
      : .table(
        Table(
          ["setting", "base", "variant"],
          changes.map { [$0.setting, $0.base ?? "–", $0.variant ?? "–"] }))
  }

  /// The same changes as lines.
  private var changeLines: Block {
    changes.isEmpty
      ? changeBlock
      : .paragraph(
        changes.map { "\($0.setting): \($0.base ?? "–") → \($0.variant ?? "–")" }
          .joined(separator: "\n"))
  }

  private func ruleTable(most: Int) -> Table {
    Table(
      [
        "rule", .number("base"), .number("variant"), .number("difference"), .number("± 95%"),
        "meaning",
      ],
      rules.prefix(most).map { rule in
        let style = rule.measured.style
        return [
          rule.rule, rule.base.map(style.text) ?? "", rule.variant.map(style.text) ?? "",
          rule.measured.value.map(style.signed) ?? "", rule.measured.spread, rule.meaning ?? "",
        ]
      })
  }

  /// Returns the metrics of these keys; without keys, all viral coefficients and the surest
  /// differences.
  fileprivate func summary(_ keys: [String]?) -> Section {
    let coefficients = metrics.map(\.metric).filter { $0.hasPrefix("k.") }
    let shown =
      keys
      ?? coefficients + ranking.prefix(Self.mostMetrics).filter { !coefficients.contains($0) }
    let byKey = Dictionary(metrics.map { ($0.metric, $0) }, uniquingKeysWith: { first, _ in first })
    let table = Table(
      of: shown.compactMap { key in
        byKey[key].map { DifferenceRow(variantName: variant, metric: $0) }
      }, DifferenceRow.columns)
    return Section(
      inWords, anchor: "",
      [changeLines] + (money?.section.blocks ?? []) + [.table(table)]
        + (rules.isEmpty ? [] : [.table(ruleTable(most: Self.mostRulesInSummary))]))
  }
}

extension DifferenceChart.Row {
  fileprivate init(_ metric: Measured<MetricDifferenceSubject>) {
    self.init(
      metric.metric, called: metric.name, unit: metric.unit, base: metric.base,
      variant: metric.variant,
      difference: metric.measured)
  }
}
