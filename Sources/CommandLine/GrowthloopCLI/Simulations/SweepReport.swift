import Experiments
import Scenarios
import Statistics

/// What `sweep` tells: the same facts as tables and as `run.json`.
struct SweepReport: Encodable {
  let command: String
  let title: String
  let question: String?
  let metric: String
  let definition: String
  let seed: UInt64
  let replicationsWanted: Int
  let replications: Int
  let isPartial: Bool
  let isOneAtATime: Bool
  let base: Double?
  let points: [Point]
  /// The settings by how far they move the metric, the widest first.
  let tornado: [Bar]
  let variants: [VariantReport]

  struct Point: Encodable {
    let point: String
    let mean: Double?
    let difference: Double?
    let low: Double?
    let high: Double?
  }

  struct Bar: Encodable {
    let setting: String
    let lowestValue: String
    let lowest: Double
    let highestValue: String
    let highest: Double
  }

  init(
    _ outcome: ComparisonOutcome, over sweep: Sweep, metric place: Int, of choice: ChosenScenario,
    command: String
  ) {
    self.command = command
    title = choice.scenario.title
    question = choice.scenario.question
    metric = Metric.all[place].key
    definition = Metric.all[place].definition
    seed = outcome.comparison.seed
    replicationsWanted = outcome.comparison.replications
    replications = outcome.replications
    isPartial = outcome.isPartial
    isOneAtATime = sweep.isOneAtATime
    base = outcome.base[place].mean
    points = zip(sweep.points, outcome.variants).map { point, variant in
      let difference = variant.metrics[place]
      let estimate = difference.estimate
      return Point(
        point: point.description, mean: difference.paired.after.mean,
        difference: difference.paired.difference.mean, low: estimate?.low, high: estimate?.high)
    }
    tornado = sweep.tornado(outcome, ofMetric: place).map {
      Bar(
        setting: $0.key, lowestValue: $0.lowest.value, lowest: $0.lowest.difference,
        highestValue: $0.highest.value, highest: $0.highest.difference)
    }
    variants = outcome.variants.map(VariantReport.init)
  }

  func text(isMarkdown: Bool = false) -> String {
    func render(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let style = Metric.named(metric)?.style ?? .ratio
    func signed(_ number: Double) -> String { (number > 0 ? "+" : "") + style.text(number) }
    let ended =
      isPartial
      ? "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
      : "\(replications) replications"
    var table = ReportTable(header: ["point", metric, "against the base", "± 95%", ""])
    table.rows = points.map { point in
      let halfWidth = point.low.flatMap { low in point.high.map { ($0 - low) / 2 } }
      let isCertain =
        point.low.flatMap { low in point.high.map { low > 0 || $0 < 0 } } ?? false
      return [
        point.point, point.mean.map(style.text) ?? "–", point.difference.map(signed) ?? "–",
        halfWidth.map(style.text) ?? "–", isCertain ? "sure" : "",
      ]
    }
    var bars = ReportTable(header: ["setting", "from", "to", "moves \(metric) by"])
    bars.rows = tornado.map {
      [
        $0.setting, "\($0.lowestValue): \(signed($0.lowest))",
        "\($0.highestValue): \(signed($0.highest))", style.text($0.highest - $0.lowest),
      ]
    }
    return [
      isMarkdown ? "# \(title)" : title,
      "\(metric) is \(base.map(style.text) ?? "–") at the base; seed \(seed); \(ended), all under "
        + "the same luck.",
      "\(metric): \(definition)", render(table), render(bars),
      "Again: \(isMarkdown ? "`\(command)`" : command)",
    ].map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.joined(separator: "\n\n") + "\n"
  }

  /// A row for each point.
  var csv: CSV {
    var csv = CSV(["point", "metric", "mean", "difference", "low", "high"])
    for point in points {
      csv.add(
        [point.point, metric]
          + [point.mean, point.difference, point.low, point.high].map(CSV.cell))
    }
    return csv
  }

  /// A row for each setting, the widest first.
  var tornadoCSV: CSV {
    var csv = CSV(["setting", "metric", "lowestValue", "lowest", "highestValue", "highest"])
    for bar in tornado {
      csv.add([
        bar.setting, metric, bar.lowestValue, CSV.cell(bar.lowest), bar.highestValue,
        CSV.cell(bar.highest),
      ])
    }
    return csv
  }
}
