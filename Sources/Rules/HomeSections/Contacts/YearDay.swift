import Vocabulary

/// A day of whatever year: the day someone was born on.
public struct YearDay: Hashable, Sendable, BitwiseCopyable {
  /// From 1 to 366, as in a leap year; 0 is no day.
  let number: UInt16

  /// Nobody knows the day.
  public static let none = YearDay(number: 0)

  private init(number: UInt16) { self.number = number }

  /// The day of `month` and `day`; `nil` if no year has it.
  public init?(month: Int, day: Int) {
    let date = CivilDate(year: 2000, month: month, day: day)
    guard date.isReal else { return nil }
    self.init(of: date)
  }

  init(of date: CivilDate) {
    let leap = CivilDate(year: 2000, month: date.month, day: date.day)
    let newYear = CivilDate(year: 2000, month: 1, day: 1)
    number = UInt16(leap.daysSinceEpoch - newYear.daysSinceEpoch + 1)
  }
}
