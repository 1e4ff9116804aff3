/// A length of time in whole milliseconds.
public struct Interval: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The length in milliseconds; negative where it leads back in time.
  public var milliseconds: Int64

  /// Creates a length of time from its milliseconds.
  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  @inlinable
  public static func < (left: Interval, right: Interval) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Interval {
  /// No time at all.
  public static let zero = Interval(milliseconds: 0)

  /// Returns a length of `count` milliseconds.
  @inlinable
  public static func milliseconds(_ count: Int64) -> Interval { Interval(milliseconds: count) }
  /// Returns a length of `count` seconds.
  @inlinable
  public static func seconds(_ count: Int64) -> Interval { Interval(milliseconds: count * 1_000) }
  /// Returns a length of `count` minutes.
  @inlinable
  public static func minutes(_ count: Int64) -> Interval { Interval(milliseconds: count * 60_000) }
  /// Returns a length of `count` hours.
  @inlinable
  public static func hours(_ count: Int64) -> Interval { Interval(milliseconds: count * 3_600_000) }
  /// Days of 86,400 seconds each, whatever a calendar says.
  @inlinable
  public static func days(_ count: Int64) -> Interval { Interval(milliseconds: count * 86_400_000) }

  /// Returns the sum of two lengths.
  @inlinable
  public static func + (left: Interval, right: Interval) -> Interval {
    Interval(milliseconds: left.milliseconds + right.milliseconds)
  }
  /// Returns the difference of two lengths, negative if `right` is the longer one.
  @inlinable
  public static func - (left: Interval, right: Interval) -> Interval {
    Interval(milliseconds: left.milliseconds - right.milliseconds)
  }
  /// Returns `right` times the length `left`.
  @inlinable
  public static func * (left: Interval, right: Int64) -> Interval {
    Interval(milliseconds: left.milliseconds * right)
  }

  /// The whole days in it, rounded down.
  public var wholeDays: Int64 {
    let day = Interval.days(1).milliseconds
    return milliseconds >= 0 ? milliseconds / day : -((-milliseconds + day - 1) / day)
  }
}

extension Interval: CustomStringConvertible {
  /// The length in the largest unit that divides it, as scenario files spell it: `7d`, `36h`, `10m`, `5s`, `250ms`.
  public var description: String {
    for (unit, length) in [
      ("d", Interval.days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
    ] where milliseconds != 0 && milliseconds % length.milliseconds == 0 {
      return "\(milliseconds / length.milliseconds)\(unit)"
    }
    return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
  }
}
