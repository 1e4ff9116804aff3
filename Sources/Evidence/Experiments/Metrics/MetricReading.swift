public import Statistics

/// A metric in one replication, with the events that it was counted from, where it is a count.
public struct MetricReading: Sendable, Hashable {
  /// `nil` where the metric is not defined, as a share of nothing.
  public let value: Double?
  /// `nil` where no events are counted, as for a quantile.
  public let counts: EventCounts?
  /// The value without events.
  let origin: Double

  /// A value that counts no events.
  public init(_ value: Double?) {
    self.value = value
    counts = nil
    origin = 0
  }

  /// The ratio of events to exposure, above the value without events.
  public init(_ counts: EventCounts, above origin: Double = 0) {
    value = counts.ratio.map { origin + $0 }
    self.counts = counts
    self.origin = origin
  }
}
