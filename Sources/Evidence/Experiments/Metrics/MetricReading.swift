public import Statistics

/// A metric in one replication, with the events that it was counted from, where it is a count.
public struct MetricReading: Sendable, Hashable {
  /// `nil` where the metric is not defined, as a share of nothing.
  public let value: Double?
  /// `nil` where no events are counted, as for a quantile.
  public let counts: EventCounts?

  /// A value that counts no events.
  public init(_ value: Double?) {
    self.value = value
    counts = nil
  }

  /// The ratio of events to exposure.
  public init(_ counts: EventCounts) {
    value = counts.ratio
    self.counts = counts
  }
}
