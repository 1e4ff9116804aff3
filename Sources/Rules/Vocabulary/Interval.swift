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

extension Interval {
  /// Creates the length of a `Duration`, without the part below a millisecond.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// The length in the terms of the standard library.
  public var duration: Duration { .milliseconds(milliseconds) }
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

/// The clock of a place: how far it is ahead of UTC at each moment.
///
/// The rules know no zones by name: the caller gives the changes that its system knows. The
/// package's room `Findings` has them by ICU, `CivilZone(named: "Europe/Berlin")`.
public struct CivilZone: Hashable, Sendable {
  /// A moment at which the clock is set forward or back.
  public struct Change: Hashable, Sendable, BitwiseCopyable {
    /// The first moment with the new offset.
    public let at: Instant
    /// The time by which the clock is ahead of UTC from then on.
    public let offset: Interval

    /// Creates a change to an offset of less than a day.
    public init(at moment: Instant, offset: Interval) {
      precondition(
        CivilZone.offsets.contains(offset), "a clock is no day ahead of UTC: \(offset)")
      at = moment
      self.offset = offset
    }
  }

  /// The name in reports and scenarios: `Europe/Berlin`, or `UTC+02:00` for a fixed offset.
  public let name: String
  private let first: Interval
  /// In order of time; empty for a fixed offset.
  private let changes: [Change]

  /// The possible offsets: less than a day.
  private static let offsets = Interval.milliseconds(1) - .days(1) ... .days(1) - .milliseconds(1)

  /// The zone of universal time.
  public static let utc = CivilZone(offset: .zero)

  /// Creates the zone of a clock that is never set.
  public init(offset: Interval) {
    self.init(name: Self.name(of: offset), offset: offset, changes: [])
  }

  /// Creates the zone of a clock that is at `offset` before the first of `changes`, in any order.
  public init(name: String, offset: Interval, changes: [Change]) {
    precondition(Self.offsets.contains(offset), "a clock is no day ahead of UTC: \(offset)")
    self.name = name
    first = offset
    self.changes = changes.sorted { $0.at < $1.at }
  }

  /// Returns "UTC", "UTC+02:00" or, with seconds, "UTC-00:44:30".
  private static func name(of offset: Interval) -> String {
    guard offset != .zero else { return "UTC" }
    func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = abs(offset.milliseconds) / 1_000
    let rest = seconds % 60 == 0 ? "" : ":\(digits(seconds % 60))"
    return "UTC\(offset < .zero ? "-" : "+")\(digits(seconds / 3_600)):"
      + "\(digits(seconds / 60 % 60))\(rest)"
  }
}

extension CivilZone {
  /// Returns the time by which the clock is ahead of UTC at `moment`.
  ///
  /// - Complexity: O(1) for a fixed offset, O(log *n*) for *n* changes.
  public func offset(at moment: Instant) -> Interval {
    let later = place(after: moment)
    return later == 0 ? first : changes[later - 1].offset
  }

  /// Returns the place of the first change after `moment`.
  private func place(after moment: Instant) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the midnight that ends the day of `past`, or that `days` - 1 days later.
  ///
  /// The day from which it counts is that of the clock at `past`, which may have had another offset
  /// than the clock has at midnight.
  public func midnight(after past: Instant, days: Int64 = 1) -> Instant {
    begin(of: CivilDate(of: past, in: self).adding(days: days), after: past)
  }

  /// Returns the first moment after `past` at which the clock shows `date` or a later one.
  ///
  /// `date` is later than the one that the clock shows at `past`. A day may begin at one o'clock,
  /// or be left out, where the clock is set forward at midnight.
  func begin(of date: CivilDate, after past: Instant) -> Instant {
    var next = place(after: past)
    var moment = date.midnight(at: next == 0 ? first : changes[next - 1].offset)
    while next < changes.count, moment >= changes[next].at {
      moment = max(date.midnight(at: changes[next].offset), changes[next].at)
      next += 1
    }
    return moment
  }
}
