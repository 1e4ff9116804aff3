public import Runs
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
          Metric.all[place], outcome.replicates.map { $0.values[place] },
          outcome.twins.map { $0.values[place] })
      }
    }
  }

  /// Creates what a comparison says of the differences of its stored metric; `nil` where inputs are
  /// certain.
  public init?(_ outcome: ComparisonOutcome) {
    guard let place = outcome.comparison.stored, outcome.twins.first?.isEmpty == false else {
      return nil
    }
    self.init()
    draws = min(outcome.comparison.base.draws.count, outcome.replications)
    func differences(_ values: [[Double?]], _ variant: Int) -> [Double?] {
      zip(values[0], values[variant + 1]).map { base, variant in
        base.flatMap { base in variant.map { $0 - base } }
      }
    }
    metrics = outcome.variants.indices.compactMap { variant in
      UncertainMetric(
        Metric.all[place], of: outcome.variants[variant].setup.name,
        differences(outcome.stored, variant), differences(outcome.twins, variant))
    }
  }
}

extension UncertainMetric {
  /// Creates the metric of replications and their twins; `nil` where none has a value.
  fileprivate init?(
    _ metric: Metric, of variant: String? = nil, _ values: [Double?], _ twins: [Double?]
  ) {
    let sorted = values.compactMap(\.self).sorted()
    guard !sorted.isEmpty else { return nil }
    let pairs = zip(values, twins).compactMap { first, second in
      first.flatMap { first in second.map { (first: first, second: $0) } }
    }
    self.init(
      metric.key, of: variant, metric.style, median: sorted.interpolatedQuantile(0.5),
      low: sorted.interpolatedQuantile(0.025), high: sorted.interpolatedQuantile(0.975),
      share: Measure(SharedVariance(pairs)?.share, in: .share))
  }
}
