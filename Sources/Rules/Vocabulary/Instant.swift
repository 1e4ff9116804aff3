/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Instant: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var milliseconds: Int64

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
  @inlinable
  public static func + (left: Instant, right: Interval) -> Instant {
    Instant(milliseconds: left.milliseconds + right.milliseconds)
  }
  @inlinable
  public static func - (left: Instant, right: Interval) -> Instant {
    Instant(milliseconds: left.milliseconds - right.milliseconds)
  }
  @inlinable
  public static func - (left: Instant, right: Instant) -> Interval {
    Interval(milliseconds: left.milliseconds - right.milliseconds)
  }
}
