public import Vocabulary

/// A correction of moments that were recorded under a wrong clock.
public struct MomentShift: Hashable, Sendable {
  /// The last moment that needs no correction.
  public let after: Instant
  /// The correction; below zero for back.
  public let distance: Interval
  /// The moment of the correction, and the latest corrected moment.
  public let now: Instant

  public init(after: Instant, by distance: Interval, at now: Instant) {
    self.after = after
    self.distance = distance
    self.now = now
  }

  /// Returns the true moment; the same if it was recorded under a right clock.
  func corrected(_ moment: Instant) -> Instant {
    moment > after ? min(moment + distance, now) : moment
  }
}
