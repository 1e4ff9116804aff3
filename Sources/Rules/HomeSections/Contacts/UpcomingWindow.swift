import Vocabulary

/// The days from today on which an event is upcoming.
struct UpcomingWindow {
  /// How far ahead the section looks; today is day 0.
  static let days = 7

  let today: CivilDate
  private let todayNumber: UInt16

  init(at now: Instant, utcOffset: Interval) {
    today = CivilDate(of: now, at: utcOffset)
    todayNumber = YearDay(of: today).number
  }

  /// Whether `day` may lie ahead within the window: cheap, and wrong on the safe side.
  @inline(__always)
  func mayHold(_ day: YearDay) -> Bool {
    // A leap day that a common year lacks makes the way one day longer.
    let ahead = day.number &- todayNumber
    let wrapped = day.number < todayNumber ? ahead &+ 366 : ahead
    return day.number != 0 && (wrapped <= UInt16(Self.days + 1) || day.number == Self.leapDay)
  }

  /// The date of `day` within the window; `nil` if none is.
  func date(of day: YearDay) -> CivilDate? {
    for year in [today.year, today.year + 1] {
      let date = day.date(in: year)
      if (0...Int64(Self.days)).contains(date.daysSinceEpoch - today.daysSinceEpoch) {
        return date
      }
    }
    return nil
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
