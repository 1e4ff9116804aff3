/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Instant: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative for an earlier moment.
  public var milliseconds: Int64

  /// Creates a moment from its distance to 1970-01-01T00:00:00Z.
  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Instant {
  /// Returns the moment that lies `right` after `left`.
  @inlinable
  public static func + (left: Instant, right: Interval) -> Instant {
    Instant(milliseconds: left.milliseconds + right.milliseconds)
  }
  /// Returns the moment that lies `right` before `left`.
  @inlinable
  public static func - (left: Instant, right: Interval) -> Instant {
    Instant(milliseconds: left.milliseconds - right.milliseconds)
  }
  /// Returns the time from `right` to `left`, negative if `left` is the earlier one.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Interval {
    Interval(milliseconds: left.milliseconds - right.milliseconds)
  }
}
