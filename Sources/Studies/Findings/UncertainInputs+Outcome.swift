public import GrowthloopFindings
import Statistics

extension UncertainInputs {
  /// Creates what the replications of a study say of these metrics; `nil` where inputs are certain.
  public init?(_ outcome: StudyOutcome, of keys: [String]) {
    guard !outcome.twins.isEmpty else { return nil }
    self.init()
    draws = min(outcome.study.draws.count, outcome.replicates.count)
    metrics = keys.compactMap { key in
      Metric.place(of: key).flatMap { place in
        UncertainMetric(
          Metric.all[place], outcome.summary(at: place).estimate,
          outcome.replicates.map { $0.values[place] }, outcome.twins.map { $0.values[place] })
      }
    }
  }

  /// Creates what a comparison says of the differences of these metrics; `nil` where inputs are
  /// certain.
  init?(_ outcome: ComparisonOutcome, of keys: [String]) {
    guard outcome.comparison.measuresInputs else { return nil }
    self.init()
    draws = min(outcome.comparison.base.draws.count, outcome.replications)
    metrics = outcome.variants.flatMap { variant in
      keys.compactMap { key in
        Metric.place(of: key).flatMap { place in
          UncertainMetric(
            Metric.all[place], of: variant.setup.name, variant.metrics[place].estimate,
            variant.metrics[place].draws, variant.metrics[place].twins)
        }
      }
    }
  }
}

extension UncertainMetric {
  /// Creates the metric of replications and their twins; `nil` where none has a value.
  fileprivate init?(
    _ metric: Metric, of variant: String? = nil, _ prediction: Estimate?, _ values: [Double?],
    _ twins: [Double?]
  ) {
    guard let prediction else { return nil }
    let sorted = values.compactMap(\.self).sorted()
    let pairs = zip(values, twins).compactMap { first, second in
      first.flatMap { first in second.map { (first: first, second: $0) } }
    }
    self.init(
      metric.key, of: variant, metric.style, median: sorted.interpolatedQuantile(0.5),
      low: prediction.low, high: prediction.high,
      share: Measure(SharedVariance(pairs)?.share, in: .share))
  }
}
