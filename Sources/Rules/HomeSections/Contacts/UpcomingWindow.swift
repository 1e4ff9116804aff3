import Vocabulary

/// The days from today on which an event is upcoming.
struct UpcomingWindow {
  /// The number of days that the section covers; today is day 0.
  static let days = 7

  private let todayNumber: UInt16
  /// Today and the days ahead, and their numbers in a year.
  private let dates: [CivilDate]
  private let numbers: [UInt16]
  /// 28 February of a common year, if it lies ahead: the birthday of people born on the 29th.
  private let endOfFebruary: CivilDate?

  init(at now: Instant, zone: CivilZone) {
    let today = CivilDate(of: now, in: zone)
    dates = (0...Self.days).map { today.adding(days: Int64($0)) }
    numbers = dates.map { YearDay(of: $0).number }
    todayNumber = numbers[0]
    endOfFebruary = dates.first {
      ($0.month, $0.day) == (2, 28) && !CivilDate(year: $0.year, month: 2, day: 29).isReal
    }
  }

  /// Returns whether `day` may lie ahead within the window: cheap, with false positives only.
  @inline(__always)
  func mayHold(_ day: YearDay) -> Bool {
    // A leap day that a common year lacks makes the distance one day longer.
    let ahead = day.number &- todayNumber
    let wrapped = day.number < todayNumber ? ahead &+ 366 : ahead
    return day.number != 0 && wrapped <= UInt16(Self.days + 1)
  }

  /// Returns the date of `day` within the window; `nil` if none is.
  func date(of day: YearDay) -> CivilDate? {
    for ahead in numbers.indices where numbers[ahead] == day.number { return dates[ahead] }
    return day.number == Self.leapDay ? endOfFebruary : nil
  }

  /// The number of 29 February.
  private static let leapDay: UInt16 = 60
}

extension SectionRules {
  static let upcoming: [Rule] = [
    Rule("UPC-01", "A birthday is upcoming from seven days ahead until its day is over."),
    Rule("UPC-16", "Time alone brings an event into sight."),
  ]
}

/// A day without a year: a birthday.
public struct YearDay: Hashable, Sendable, BitwiseCopyable {
  /// From 1 to 366, as in a leap year; 0 is no day.
  let number: UInt16

  /// An unknown day.
  public static let none = YearDay(number: 0)

  private init(number: UInt16) { self.number = number }

  /// Creates the day of `month` and `day`; `nil` if no year has it.
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
