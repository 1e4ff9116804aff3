public import Vocabulary

/// A moment with its time since boot, from which later moments are counted.
public struct ClockCount: Hashable, Sendable {
  public var moment: Instant
  public var uptime: Interval

  public init(from moment: Instant, uptime: Interval) {
    self.moment = moment
    self.uptime = uptime
  }

  /// Returns the moment at a time since boot.
  public func moment(at uptime: Interval) -> Instant { moment + (uptime - self.uptime) }
}
