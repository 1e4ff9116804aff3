import Experiments
import Scenarios
import Statistics

/// What `sweep` tells: the same facts as tables and as `run.json`.
struct SweepReport: Encodable {
  let kind = "sweep"
  let command: String
  let title: String
  let question: String?
  let metric: String
  let definition: String
  let unit: String
  let style: String
  let seed: UInt64
  let replicationsWanted: Int
  let replications: Int
  let isPartial: Bool
  let isOneAtATime: Bool
  let base: Double?
  let points: [Point]
  /// The metrics that were asked for beside the ranked one, at the base and at every point.
  let beside: [Beside]
  /// The settings by how far they move the metric, the widest first.
  let tornado: [Bar]
  let variants: [VariantReport]
  let parameters: [RunParameter]

  struct Point: Encodable {
    let point: String
    /// The replications in which the metric is defined, at the base and here.
    let replications: Int
    let mean: Double?
    let difference: Double?
    let low: Double?
    let high: Double?
    let evidence: EvidenceReport?
  }

  struct Beside: Encodable {
    /// The name of a point; `nil` at the base.
    let point: String?
    let metric: String
    let style: String
    /// The replications that define it.
    let replications: Int
    let mean: Double?
    let low: Double?
    let high: Double?
    let evidence: EvidenceReport?
  }

  struct Bar: Encodable {
    let setting: String
    let lowestValue: String
    let lowest: Double
    let highestValue: String
    let highest: Double
  }

  init(
    _ outcome: ComparisonOutcome, over sweep: Sweep, metric place: Int, beside places: [Int],
    of choice: ChosenScenario, command: String
  ) {
    self.command = command
    title = choice.scenario.title
    question = choice.scenario.question
    metric = Metric.all[place].key
    definition = Metric.all[place].definition
    unit = Metric.all[place].unit
    style = Metric.all[place].style.rawValue
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
        point: point.description, replications: difference.paired.count,
        mean: difference.paired.after.mean,
        difference: difference.paired.difference.mean, low: estimate?.low, high: estimate?.high,
        evidence: EvidenceReport(estimate))
    }
    beside = Self.beside(places, in: outcome, at: sweep.points)
    tornado = sweep.tornado(outcome, ofMetric: place).map {
      Bar(
        setting: $0.key, lowestValue: $0.lowest.value, lowest: $0.lowest.difference,
        highestValue: $0.highest.value, highest: $0.highest.difference)
    }
    variants = outcome.variants.map(VariantReport.init)
    parameters = RunParameter.all(of: outcome.comparison.base)
  }

  private static func beside(
    _ places: [Int], in outcome: ComparisonOutcome, at points: [Sweep.Point]
  ) -> [Beside] {
    let variants = zip(points, outcome.variants).map { point, variant in
      (Optional(point.description), variant.metrics.map(\.variant))
    }
    return ([(nil, outcome.base)] + variants).flatMap { point, moments in
      places.map { place in
        let estimate = moments[place].estimate()
        return Beside(
          point: point, metric: Metric.all[place].key,
          style: Metric.all[place].style.rawValue, replications: moments[place].count,
          mean: moments[place].mean,
          low: estimate?.low, high: estimate?.high, evidence: EvidenceReport(estimate))
      }
    }
  }

  /// A row for the base and for each point, and a column for each metric that was asked for.
  private var besideTable: ReportTable {
    let keys = beside.prefix { $0.point == nil }.map(\.metric)
    var table = ReportTable(header: ["point"] + keys)
    for start in stride(from: 0, to: beside.count, by: max(keys.count, 1)) {
      let row = beside[start..<start + keys.count]
      table.rows.append(
        [row.first?.point ?? "the base"]
          + row.map { cell in
            let style = Metric.named(cell.metric)?.style ?? .ratio
            guard let mean = cell.mean else { return "–" }
            let text = IntervalText(mean, from: cell.low, to: cell.high, in: style, cell.evidence)
            return (text?.withValue ?? style.text(mean)) + cell.replications.among(replications)
          })
    }
    return table
  }

  func text(isMarkdown: Bool = false) -> String {
    func render(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let style = Metric.named(metric)?.style ?? .ratio
    func signed(_ number: Double) -> String { style.text(number, besides: base, isSigned: true) }
    let ended =
      isPartial
      ? "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
      : replications.counting("replication")
    var table = ReportTable(header: ["point", metric, "against the base", "± 95%", ""])
    table.rows = points.map { point in
      let interval = IntervalText(
        point.difference, from: point.low, to: point.high, in: style, point.evidence)
      let isCertain =
        point.low.flatMap { low in point.high.map { low > 0 || $0 < 0 } } ?? false
      return [
        point.point, point.mean.map(style.text) ?? "–", point.difference.map(signed) ?? "–",
        (interval?.text ?? "–") + point.replications.among(replications), isCertain ? "sure" : "",
      ]
    }
    var bars = ReportTable(header: ["setting", "from", "to", "moves \(metric) by"])
    bars.rows = tornado.map {
      [
        $0.setting, "\($0.lowestValue): \(signed($0.lowest))",
        "\($0.highestValue): \(signed($0.highest))",
        style.text($0.highest - $0.lowest, besides: base),
      ]
    }
    let head = [
      isMarkdown ? "# \(title)" : title,
      "\(metric) is \(base.map(style.text) ?? "–") at the base; seed \(seed); \(ended), all under "
        + "the same luck.",
      "\(metric): \(definition)", render(table),
    ]
    let middle = beside.isEmpty ? [] : [render(besideTable)]
    let ranking =
      tornado.isEmpty ? "Nothing can be ranked: \(metric) has no value here." : render(bars)
    let end = [ranking, "Again: \(isMarkdown ? "`\(command)`" : command)"]
    return (head + middle + end).map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
      .joined(separator: "\n\n") + "\n"
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

  /// A row for the base and each point, and for each metric that was asked for.
  var besideCSV: CSV {
    var csv = CSV(["point", "metric", "mean", "low", "high"])
    for cell in beside {
      csv.add([cell.point ?? "", cell.metric] + [cell.mean, cell.low, cell.high].map(CSV.cell))
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
