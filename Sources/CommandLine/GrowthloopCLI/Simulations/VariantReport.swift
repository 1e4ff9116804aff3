import Experiments
import Profiles
import Statistics
import Vocabulary

/// What one variant of a comparison tells.
struct VariantReport: Encodable {
  let variant: String
  /// The settings in which it leaves the base.
  let changes: [Change]
  /// In the order of all metrics.
  let metrics: [Row]
  /// The metrics that differ, the surest first.
  let ranking: [String]
  /// The rules that spoke more or less often, the greatest change first.
  let rules: [Spoken]

  struct Change: Encodable {
    let setting: String
    let base: String?
    let variant: String?
  }

  struct Row: Encodable {
    let metric: String
    let unit: String
    let style: String
    let replications: Int
    let base: Double?
    let variant: Double?
    let difference: Double?
    let low: Double?
    let high: Double?
    /// The distance from no difference in standard errors.
    let standardErrors: Double
    /// How many times more replications independent seeds would take for the same interval.
    let savedByPairing: Double?
    let measuredSaving: Double?
    let evidence: EvidenceReport?
  }

  struct Spoken: Encodable {
    let rule: String
    let meaning: String?
    let base: Double?
    let variant: Double?
    let difference: Double?
    let low: Double?
    let high: Double?
    let evidence: EvidenceReport?
  }

  init(_ outcome: VariantOutcome) {
    variant = outcome.setup.name
    changes = outcome.differences.map {
      Change(setting: $0.name, base: $0.base, variant: $0.variant)
    }
    metrics = outcome.metrics.map(Row.init)
    ranking = outcome.ranked.map(\.metric.key)
    rules = outcome.rules.map { rule, difference in
      let estimate = difference.estimate()
      return Spoken(
        rule: rule.description, meaning: RuleBook.rule(rule.description)?.meaning,
        base: difference.before.mean, variant: difference.after.mean,
        difference: difference.difference.mean, low: estimate?.low, high: estimate?.high,
        evidence: EvidenceReport(estimate))
    }
  }
}

extension VariantReport.Row {
  init(_ difference: MetricDifference) {
    let estimate = difference.estimate
    self.init(
      metric: difference.metric.key, unit: difference.metric.unit,
      style: difference.metric.style.rawValue,
      replications: difference.paired.count, base: difference.paired.before.mean,
      variant: difference.paired.after.mean, difference: difference.paired.difference.mean,
      low: estimate?.low, high: estimate?.high,
      standardErrors: difference.certainty,
      savedByPairing: difference.savedByPairing, measuredSaving: difference.measuredSaving,
      evidence: EvidenceReport(estimate))
  }

  /// The metric, both means, the difference with its interval, and what pairing saved, of so many
  /// replications.
  func cells(of all: Int) -> [String] {
    guard let metric = Metric.named(metric) else { return [] }
    let style = metric.style
    let interval = IntervalText(difference, from: low, to: high, in: style, evidence)
    let isCertain = low.flatMap { low in high.map { low > 0 || $0 < 0 } } ?? false
    return [
      metric.key, base.map(style.text) ?? "–", variant.map(style.text) ?? "–",
      difference.map { style.text($0, besides: base, isSigned: true) } ?? "–",
      (interval?.text ?? "–") + replications.among(all), isCertain ? "sure" : "",
      (measuredSaving ?? savedByPairing).map(Self.saving) ?? "–",
    ]
  }

  /// How many times more replications it would take; beyond a thousand the differences hardly vary at
  /// all, and the ratio means no more than that.
  static func saving(_ times: Double) -> String {
    times > 1_000 ? "over 1000×" : "\(NumberText.significant(times, digits: 2))×"
  }
}
