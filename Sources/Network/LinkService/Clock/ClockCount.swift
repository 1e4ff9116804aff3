public import Vocabulary

/// A moment and the time since boot at it: from then on it counts by itself.
public struct ClockCount: Hashable, Sendable {
  public var moment: Instant
  public var uptime: Interval

  public init(from moment: Instant, uptime: Interval) {
    self.moment = moment
    self.uptime = uptime
  }

  /// The moment that the count has come to.
  public func moment(at uptime: Interval) -> Instant { moment + (uptime - self.uptime) }
}
