public import Statistics

/// One metric over replications, with an estimate of its mean.
///
/// The mean is that of the values of the replications in which the metric is defined, each counting
/// once.
public struct MetricMoments: Sendable, Hashable {
  /// The place of the metric in `Metric.all`.
  let place: Int
  public private(set) var values = RunningMoments()
  /// The events behind the values; `nil` where the metric counts none.
  public private(set) var counted: EventMoments?
  /// The value without events.
  private var origin = 0.0
  /// The values of a metric without events that is a time, or a number of whole steps.
  private var times = SkewedMean()
  private var steps = StepMoments()
  /// The number of all replications, including those in which it is undefined.
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
    if let value = reading.value {
      values.record(value)
      switch metric.dispersion {
      case .time: times.record(value)
      case .steps where reading.counts == nil: steps.record(value)
      case .steps, .plain: break
      }
    }
    if let counts = reading.counts {
      counted = counted.with(counts)
      origin = reading.origin
    }
  }

  public var metric: Metric { Metric.all[place] }
  /// The number of replications in which it is defined.
  public var count: Int { values.count }
  public var mean: Double? { values.mean }

  /// Returns the mean with its interval; `nil` before the second value.
  ///
  /// The interval of a count is valid for few events too (`EventMoments`), as is that of whole
  /// steps (`StepMoments`). That of times allows for skew (`SkewedMean`). Equal times have an
  /// interval of zero width from the tenth on, and none before.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    if let counted {
      return counted.estimate(
        confidence: confidence, storedEffect: metric.designEffect,
        isShare: metric.style == .share
      )?.shifted(by: origin)
    }
    if let equality = values.equalEstimate(confidence: confidence), metric.dispersion != .steps {
      return equality
    }
    guard let minimum = values.minimum, let maximum = values.maximum else { return nil }
    switch metric.dispersion {
    case .steps:
      return steps.estimate(confidence: confidence, storedEffect: metric.designEffect)
    case .time: return minimum < maximum ? times.estimate(confidence: confidence) : nil
    case .plain:
      let estimate = minimum < maximum ? values.meanEstimate(confidence: confidence) : nil
      return metric.style == .share && minimum >= -1 && maximum <= 1
        ? estimate?.clamped(to: -1...1) : estimate
    }
  }
}

extension MetricMoments {
  /// Returns the mean with the interval in which a single replication lies, each with a draw of its
  /// own of what is not known; `replicates` are those of the moments.
  func prediction(by replicates: [Replicate], confidence: Double = 0.95) -> Estimate? {
    let draws = replicates.compactMap { $0.readings[place].value }
    guard
      let prediction = Estimate(predictionBy: draws, confidence: confidence)?
        .reaching(over: estimate(confidence: confidence))
    else { return nil }
    // Students's interval knows no end of what is counted.
    let isShare = metric.style == .share && draws.allSatisfy { (-1...1).contains($0) }
    return prediction.clamped(
      to: (draws.allSatisfy { $0 >= 0 } ? 0 : isShare ? -1 : -.infinity)...(isShare ? 1 : .infinity)
    )
  }
}

extension Metric {
  /// The dispersion over replications of values that count no events.
  enum Dispersion { case plain, time, steps }

  var dispersion: Dispersion {
    switch style {
    case .seconds, .milliseconds, .days: .time
    case .count, .whole: .steps
    case .share, .errors, .ratio: .plain
    }
  }
}

extension EventMoments? {
  /// Returns the same moments with one more replication.
  fileprivate func with(_ counts: EventCounts) -> EventMoments {
    var moments = self ?? EventMoments()
    moments.record(counts)
    return moments
  }
}

extension RunningMoments {
  /// The number of equal values below which they are no evidence that others are rare.
  private static let leastEqual = 10

  /// Returns the value that all have; `nil` where they differ, or are few.
  func equalEstimate(confidence: Double = 0.95) -> Estimate? {
    guard let minimum, minimum == maximum, count >= Self.leastEqual else { return nil }
    return Estimate(
      minimum, from: minimum, to: minimum, confidence: confidence, basis: .equality(count))
  }
}
