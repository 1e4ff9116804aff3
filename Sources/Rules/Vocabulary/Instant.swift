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

extension Instant: Codable {
  public init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the milliseconds alone, as a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
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

extension Instant {
  /// Parses a moment such as `2026-02-12T09:30:00Z`, `…:00.250Z` or `…:00+02:00`.
  ///
  /// Foundation's parsers are unavailable to the rules, use floating point, and accept the 30th of
  /// February. This one is exact, and strict: it requires a zone and an existing date. Decimals
  /// beyond the millisecond must be zeros, as other languages print them.
  public init?(iso8601 text: String) {
    var digits = Digits(Array(text.utf8)[...])
    guard let year = digits.take(4), digits.skip("-"),
      let month = digits.take(2), digits.skip("-"),
      let day = digits.take(2), digits.skip("T"),
      let hour = digits.take(2), digits.skip(":"),
      let minute = digits.take(2)
    else { return nil }
    var second = 0
    var milliseconds = 0
    if digits.skip(":") {
      guard let value = digits.take(2) else { return nil }
      second = value
      if digits.skip(".") {
        guard let value = digits.takeMilliseconds() else { return nil }
        milliseconds = value
      }
    }
    let date = CivilDate(year: year, month: month, day: day)
    guard year > 0, hour < 24, minute < 60, second < 60, date.isReal,
      let offset = digits.takeZone(), digits.rest.isEmpty
    else { return nil }
    self =
      date.midnight(at: offset) + .hours(Int64(hour)) + .minutes(Int64(minute))
      + .seconds(Int64(second)) + .milliseconds(Int64(milliseconds))
  }

  /// The moment in UTC: `2026-02-12T09:30:00Z`, with three decimals if it is not a whole second.
  public var iso8601: String {
    let date = CivilDate(of: self, in: .utc)
    let ofDay = (self - date.midnight(at: .zero)).milliseconds
    func padded(_ value: Int64, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let fraction = ofDay % 1_000 == 0 ? "" : "." + padded(ofDay % 1_000, 3)
    return padded(Int64(date.year), 4) + "-" + padded(Int64(date.month), 2) + "-"
      + padded(Int64(date.day), 2) + "T" + padded(ofDay / 3_600_000, 2) + ":"
      + padded(ofDay / 60_000 % 60, 2) + ":" + padded(ofDay / 1_000 % 60, 2) + fraction + "Z"
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { iso8601 }
}

/// The remaining characters of a time stamp.
private struct Digits {
  var rest: ArraySlice<UInt8>

  init(_ rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let next = rest.first, UInt32(next) == mark.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func take(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    rest.removeFirst(count)
    return value
  }

  /// Reads the decimals of a second: one to nine, with nothing but zeros after the third.
  mutating func takeMilliseconds() -> Int? {
    let places = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    guard (1...9).contains(places), let value = take(min(places, 3)),
      take(max(places - 3, 0)) == 0
    else { return nil }
    return value * [100, 10, 1][min(places, 3) - 1]
  }

  /// Reads `Z`, `+hh:mm`, `+hhmm` or `+hh`, and the same with a minus, as the offset from UTC.
  mutating func takeZone() -> Interval? {
    if skip("Z") { return .zero }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hours = take(2), hours < 24 else { return nil }
    var minutes = 0
    if skip(":") || !rest.isEmpty {
      guard let value = take(2), value < 60 else { return nil }
      minutes = value
    }
    let size = Interval.hours(Int64(hours)) + .minutes(Int64(minutes))
    return isAhead ? size : .zero - size
  }
}

/// The definitions of day and week for the limits.
public struct CalendarPolicy: Hashable, Sendable, BitwiseCopyable {
  /// The meaning of a day in limits such as "per day".
  public enum Day: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The 24 hours before now.
    case rolling24h
    /// From midnight to midnight in the user's time zone.
    case userLocalMidnight
  }

  /// The meaning of a week in limits such as "per week".
  public enum Week: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The seven days before now.
    case rolling7d
    /// From Monday to Sunday in the user's time zone.
    case calendarWeek
  }

  /// The period that a limit per day covers.
  public var day: Day
  /// The period that a limit per week covers.
  public var week: Week

  /// Creates a policy from the two periods.
  public init(day: Day, week: Week) {
    self.day = day
    self.week = week
  }
}

extension CalendarPolicy {
  /// The policy of the profile `rin`: both periods roll.
  public static let rin = CalendarPolicy(day: .rolling24h, week: .rolling7d)
  /// The policy of the profile `product`: days end at the user's midnight, weeks roll.
  public static let product = CalendarPolicy(day: .userLocalMidnight, week: .rolling7d)
  /// The policy of the profile `design`, the same as that of `rin`.
  public static let design = rin
}

extension CalendarPolicy {
  /// Returns the time at which an event at `past` no longer counts toward a limit per day.
  ///
  /// A rolling period ends when it has passed in full: at exactly 24 hours the event no longer
  /// counts. A local day may have 23 or 25 hours: it ends by the clock of `zone`.
  public func dayEnds(for past: Instant, zone: CivilZone) -> Instant {
    switch day {
    case .rolling24h: past + .days(1)
    case .userLocalMidnight: zone.midnight(after: past)
    }
  }

  /// Returns the time at which an event at `past` no longer counts toward a limit per week.
  public func weekEnds(for past: Instant, zone: CivilZone) -> Instant {
    switch week {
    case .rolling7d: past + .days(7)
    case .calendarWeek:
      zone.midnight(after: past, days: 7 - CivilDate(of: past, in: zone).daysSinceMonday)
    }
  }
}

/// A date of the Gregorian calendar.
///
/// The rules need dates for "Joined Feb 12, 2026" and for limits that end at midnight. They may not
/// import Foundation, and so count days themselves, by the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the one before the year 1.
  public var year: Int
  /// From 1 to 12.
  public var month: Int
  /// From 1 to 31.
  public var day: Int

  /// Creates a date without checking that the calendar has it; see `isReal`.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date that the clock of `zone` shows at `instant`.
  public init(of instant: Instant, in zone: CivilZone) {
    let local = instant + zone.offset(at: instant)
    self.init(daysSinceEpoch: (local - Instant(milliseconds: 0)).wholeDays)
  }

  /// Creates the date that comes so many days after 1970-01-01.
  public init(daysSinceEpoch days: Int64) {
    // Counts in eras of 400 years that begin in March, so that leap days come last.
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days from 1970-01-01 to this date.
  public var daysSinceEpoch: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// The days since the Monday before: 0 on a Monday, 6 on a Sunday.
  var daysSinceMonday: Int64 {
    // 1970-01-01 was a Thursday.
    let days = (daysSinceEpoch + 3) % 7
    return days < 0 ? days + 7 : days
  }

  /// Returns the date that comes `days` later.
  public func adding(days: Int64) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// Returns the first moment of this date on the clock of `zone`.
  public func start(in zone: CivilZone) -> Instant {
    // Two days before it, every clock shows an earlier date.
    zone.begin(of: self, after: midnight(at: .zero) - .days(2))
  }

  /// Returns the moment of midnight on a clock that stays `offset` ahead of UTC.
  func midnight(at offset: Interval) -> Instant {
    Instant(milliseconds: 0) + .days(daysSinceEpoch) - offset
  }

  /// Whether the calendar has this date.
  public var isReal: Bool {
    // Day 0 is the last of the month before, and so not the same date.
    (1...12).contains(month) && CivilDate(daysSinceEpoch: daysSinceEpoch) == self
  }
}

extension CivilDate {
  /// The date in words, as the dashboard prints it: `Feb 12, 2026`.
  ///
  /// In figures, as in `2026-13-1`, if there is no such month.
  public var inWords: String {
    dayInWords.map { worded("\($0), \(year)") } ?? "\(year)-\(month)-\(day)"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The date without its year, `Feb 12`; `nil` if there is no such month.
  package var dayInWords: String? {
    guard (1...Self.months.count).contains(month) else { return nil }
    return worded("\(worded(pattern: Self.months[month - 1])) \(day)")
  }

  /// Creates the date that is printed as `Feb 12, 2026`; `nil` for other words.
  package init?(inWords words: String) {
    let parts = words.split(separator: " ")
    guard parts.count == 3, let month = Self.months.firstIndex(of: String(parts[0])),
      let day = Int(parts[1].dropLast()), let year = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month + 1, day: day)
    guard isReal, inWords == words else { return nil }
  }
}

/// The boundary between one session of the app and the next.
public struct SessionPolicy: Hashable, Sendable {
  /// The quiet time after which activity begins a new session.
  public var idleTimeout: Interval

  /// Creates a policy in which a session ends after `idleTimeout` without activity.
  public init(idleTimeout: Interval) {
    self.idleTimeout = idleTimeout
  }

  /// Half an hour of quiet, which every profile uses (CNF-53).
  public static let standard = SessionPolicy(idleTimeout: .minutes(30))

  /// Returns whether activity at `now` begins a session after the last activity at `last`.
  public func beginsSession(at now: Instant, after last: Instant?) -> Bool {
    guard let last else { return true }
    return now - last >= idleTimeout
  }
}
