public import Statistics

/// One metric over replications, and what they say of its mean.
///
/// The mean is that of the values of the replications in which the metric is defined, each counting once.
public struct MetricMoments: Sendable, Hashable {
  /// The place of the metric in `Metric.all`.
  let place: Int
  public private(set) var values = RunningMoments()
  /// The events behind the values; `nil` where none are counted.
  public private(set) var counted: EventMoments?
  /// All replications, those in which it is not defined among them.
  public private(set) var replications = 0

  public init(at place: Int) {
    self.place = place
  }

  public init(at place: Int, over replicates: some Sequence<Replicate>) {
    self.init(at: place)
    for replicate in replicates { record(replicate.readings[place]) }
  }

  public mutating func record(_ reading: MetricReading) {
    replications += 1
    if let value = reading.value { values.record(value) }
    if let counts = reading.counts { counted = counted.with(counts) }
  }

  public var metric: Metric { Metric.all[place] }
  /// The replications in which it is defined.
  public var count: Int { values.count }
  public var mean: Double? { values.mean }

  /// Returns the mean with its interval; `nil` before the second value.
  ///
  /// Where events are counted it holds up when they are few (`EventMoments`), else it is Student's.
  /// Equal values without events have an interval of no width from the tenth on, which says so, and none
  /// before.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    if let counted {
      return counted.estimate(
        confidence: confidence, storedEffect: metric.storedDesignEffect,
        isShare: metric.style == .share)
    }
    return values.estimate(confidence: confidence, of: metric)
  }
}

extension EventMoments? {
  /// The same with one more replication.
  fileprivate func with(_ counts: EventCounts) -> EventMoments {
    var moments = self ?? EventMoments()
    moments.record(counts)
    return moments
  }
}

extension RunningMoments {
  /// Fewer equal values than these say too little of how rarely others occur for any interval.
  private static let leastEqual = 10

  /// Returns the value that all have; `nil` where they differ, or are few.
  func equalEstimate(confidence: Double = 0.95) -> Estimate? {
    guard let minimum, minimum == maximum, count >= Self.leastEqual else { return nil }
    return Estimate(
      minimum, from: minimum, to: minimum, confidence: confidence, basis: .equality(count))
  }

  /// Returns the mean of values that count no events, with Student's interval; that of a share stays
  /// between −1 and 1, and that of shares above 0 there.
  func estimate(confidence: Double, of metric: Metric) -> Estimate? {
    if let equality = equalEstimate(confidence: confidence) { return equality }
    guard let minimum, let maximum, minimum < maximum else { return nil }
    let estimate = meanEstimate(confidence: confidence)
    guard metric.style == .share, minimum >= -1, maximum <= 1 else { return estimate }
    return estimate?.clamped(to: (minimum < 0 ? -1 : 0)...1)
  }
}
