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
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard (1...months.count).contains(month) else { return "\(year)-\(month)-\(day)" }
    return "\(months[month - 1]) \(day), \(year)"
  }
}
