public import Vocabulary

/// A correction of what was recorded under a wrong clock.
public struct MomentShift: Hashable, Sendable {
  /// Only what is later than this was recorded so.
  public let after: Instant
  /// By how much it is moved; below zero for back.
  public let distance: Interval
  /// The moment of the correction, which nothing that is moved may exceed.
  public let now: Instant

  public init(after: Instant, by distance: Interval, at now: Instant) {
    self.after = after
    self.distance = distance
    self.now = now
  }

  /// The true moment of something; the same where it was recorded under a right clock.
  func corrected(_ moment: Instant) -> Instant {
    moment > after ? min(moment + distance, now) : moment
  }
}
