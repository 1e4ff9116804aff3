public import Statistics

/// How a variant moves one metric.
public struct MetricDifference: Sendable {
  public let metric: Metric
  /// Over the replications in which both have a value.
  public private(set) var paired = PairedDifference()
  /// The same difference with luck of their own, where it was measured.
  public private(set) var independent = RunningMoments()

  init(metric: Metric) {
    self.metric = metric
  }

  mutating func record(base: Double?, _ variant: Double?, independent other: Double?) {
    guard let base else { return }
    if let variant { paired.record(before: base, after: variant) }
    if let other { independent.record(other - base) }
  }

  /// Variant − base with its Student-t interval over the pairs; `nil` before the second.
  public var estimate: Estimate? { paired.estimate() }

  /// The distance from no difference, in standard errors; infinite where every pair differs by the
  /// same.
  public var certainty: Double {
    guard let mean = paired.difference.mean, mean != 0,
      let error = paired.difference.standardError
    else { return 0 }
    return error == 0 ? .infinity : mean.magnitude / error
  }

  /// Whether the interval leaves out no difference.
  public var isCertain: Bool { estimate.map { !$0.contains(0) } ?? false }

  /// How many times more replications independent seeds would take for the same interval, by the
  /// variances of both sides; `nil` where nothing varies.
  public var savedByPairing: Double? {
    paired.varianceReduction.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The same, measured against runs with independent seeds; `nil` where it was not measured.
  public var measuredSaving: Double? {
    guard let alone = independent.variance, let together = paired.difference.variance,
      together > 0
    else { return nil }
    return alone / together
  }
}
