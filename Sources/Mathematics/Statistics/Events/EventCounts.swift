/// The events of one replication, with the trials or the exposure in which they were counted.
///
/// Neither has to be whole: a coefficient that is a product has its events, with a computed
/// exposure.
public struct EventCounts: Sendable, Hashable {
  /// The number of events in the replication.
  public let events: Double
  /// The number of trials, or another measure of the exposure; 0 leaves no ratio.
  public let exposure: Double

  /// Creates the counts of one replication; computed ones need not be whole.
  public init(_ events: Double, per exposure: Double) {
    self.events = events
    self.exposure = exposure
  }

  /// Creates the counts of one replication from whole numbers.
  public init(_ events: Int, per exposure: Int) {
    self.init(Double(events), per: Double(exposure))
  }

  /// Events per unit of exposure; `nil` without exposure.
  public var ratio: Double? { exposure > 0 ? events / exposure : nil }
}
