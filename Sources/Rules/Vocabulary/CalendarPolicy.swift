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
