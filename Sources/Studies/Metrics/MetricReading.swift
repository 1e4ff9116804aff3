public import Statistics

/// A metric in one replication, with its counted events, where it is a count.
public struct MetricReading: Sendable, Hashable {
  /// The value; `nil` where the metric is undefined, as a proportion of zero.
  public let value: Double?
  /// The counts; `nil` where the metric counts no events, as for a quantile.
  public let counts: EventCounts?
  /// The value without events.
  let origin: Double

  /// Creates a value that counts no events.
  public init(_ value: Double?) {
    self.value = value
    counts = nil
    origin = 0
  }

  /// Creates the ratio of events to exposure, above the value without events.
  public init(_ counts: EventCounts, above origin: Double = 0) {
    value = counts.ratio.map { origin + $0 }
    self.counts = counts
    self.origin = origin
  }
}
