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
  /// Equal values without events have an interval of no width, which says so.
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
  /// Returns the mean of values that count no events, with Student's interval; that of a share stays
  /// between −1 and 1, and that of shares above 0 there.
  func estimate(confidence: Double, of metric: Metric) -> Estimate? {
    guard let mean, let minimum, let maximum, count > 1 else { return nil }
    if minimum == maximum {
      return Estimate(
        mean, from: mean, to: mean, confidence: confidence, basis: .equality(count))
    }
    let estimate = meanEstimate(confidence: confidence)
    guard metric.style == .share, minimum >= -1, maximum <= 1 else { return estimate }
    return estimate?.clamped(to: (minimum < 0 ? -1 : 0)...1)
  }
}
