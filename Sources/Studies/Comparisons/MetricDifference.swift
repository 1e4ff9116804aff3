public import Statistics

/// The effect of a variant on one metric.
public struct MetricDifference: Sendable {
  public let metric: Metric
  /// Over the replications in which both have a value.
  public private(set) var paired = PairedDifference()
  /// The events behind the values; `nil` where the metric counts none.
  public private(set) var counted: EventDifference?
  /// The metric in all replications of the variant.
  public private(set) var variant: MetricMoments
  /// The same difference under independent random numbers, where it was measured.
  public private(set) var independent = RunningMoments()
  /// The differences, replication by replication, where each has a draw of its own of what is not
  /// known; empty elsewhere.
  private(set) var draws: [Double?] = []
  /// The same draws with other random numbers.
  private(set) var twins: [Double?] = []
  private let isDrawn: Bool

  init(at place: Int, drawn: Bool = false) {
    metric = Metric.all[place]
    variant = MetricMoments(at: place)
    isDrawn = drawn
  }

  mutating func record(
    base: MetricReading, _ reading: MetricReading, independent other: MetricReading?
  ) {
    variant.record(reading)
    if isDrawn { draws.append(Self.difference(base, reading)) }
    guard let before = base.value else { return }
    if let after = reading.value { paired.record(before: before, after: after) }
    if let other = other?.value { independent.record(other - before) }
    guard let before = base.events(of: metric), let after = reading.events(of: metric) else {
      return
    }
    var difference = counted ?? EventDifference()
    difference.record(before: before, after: after)
    counted = difference
  }

  mutating func recordTwin(base: MetricReading, _ reading: MetricReading) {
    twins.append(Self.difference(base, reading))
  }

  private static func difference(_ base: MetricReading, _ reading: MetricReading) -> Double? {
    base.value.flatMap { base in reading.value.map { $0 - base } }
  }

  /// Variant − base with its interval over the pairs; `nil` before the second.
  ///
  /// Where the inputs are drawn, it is the interval of a single draw's difference.
  public var estimate: Estimate? {
    guard isDrawn else { return mean }
    return Estimate(predictionBy: draws.compactMap(\.self))?.reaching(over: mean)
  }

  /// The mean of variant − base with its interval.
  ///
  /// Where the metric counts events, the interval is valid for few of them too (`EventDifference`);
  /// otherwise it is Student's.
  private var mean: Estimate? {
    if let counted {
      return counted.estimate(storedEffect: metric.designEffect, isShare: metric.style == .share)
    }
    return paired.difference.minimum == paired.difference.maximum
      ? paired.difference.equalEstimate() : paired.estimate()
  }

  /// The distance from zero, in standard errors.
  ///
  /// For equal pairs it is the root of their number, as in a test of their signs.
  public var certainty: Double {
    guard let estimate, estimate.value != 0 else { return 0 }
    if case .equality(let pairs) = estimate.basis { return Double(pairs).squareRoot() }
    let error = estimate.value > 0 ? estimate.value - estimate.low : estimate.high - estimate.value
    return estimate.value.magnitude / error * 1.959_963_984_540_054
  }

  /// Whether the interval excludes zero.
  public var isCertain: Bool { estimate.map { !$0.contains(0) } ?? false }

  /// The factor by which independent seeds would need more replications for the same interval.
  ///
  /// It follows from the variances of both sides; `nil` where both are constant.
  public var savedByPairing: Double? {
    paired.varianceReduction.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The runs of base and variant each, with random numbers of their own, that would see the
  /// difference four times in five; `nil` where it is not sure, or the inputs are drawn.
  public var runsWithoutPairing: Double? {
    guard !isDrawn, isCertain, let mean = paired.difference.mean,
      let before = paired.before.variance, let after = paired.after.variance
    else { return nil }
    return PowerAnalysis().sizePerGroup(difference: mean, variance: (before + after) / 2)
  }

  /// The same factor, measured in runs with independent seeds; `nil` where it was not measured.
  public var measuredSaving: Double? {
    guard let alone = independent.variance, let together = paired.difference.variance,
      together > 0
    else { return nil }
    return alone / together
  }
}

extension MetricReading {
  /// Returns the events behind the value; whole steps are events.
  fileprivate func events(of metric: Metric) -> EventCounts? {
    counts ?? (metric.dispersion == .steps ? value.map { EventCounts($0, per: 1) } : nil)
  }
}
