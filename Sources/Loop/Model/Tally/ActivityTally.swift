/// The numbers of members who were active, sent invites, and returned.
///
/// A member is active on a day with a session, on reaching home, and on beginning a share that
/// sends an invite; in a week and in a month with an active day. So a member who opens a way to
/// share or sends an invite is always active.
public struct ActivityTally: Sendable, Hashable {
  /// The numbers of days after the launch on which activity counts toward retention.
  public static let retentionDays = [1, 14, 30]
  /// The days of a month, for all monthly counts.
  public static let daysOfMonth = 30
  public static let daysOfWeek = 7
  /// The numbers of days after which a return counts.
  public static let returnDays = [1, 7, 30]
  /// One bit for each return day.
  static var everyReturn: UInt16 { 0b111 }

  /// Members from the start.
  public internal(set) var seeds = 0
  /// Members who were active in each month of the run; the last month may be cut short.
  public internal(set) var monthlyActive: [Int]
  /// Members who sent at least one invite in each month.
  public internal(set) var monthlySenders: [Int]
  /// Members who were active in each week of the run, and who opened a way to share in it.
  public internal(set) var weeklyActive: [Int]
  public internal(set) var weeklyOpeners: [Int]
  /// Members who ever opened a way to share, and who ever sent by one.
  public internal(set) var openers = 0
  public internal(set) var flowSenders = 0
  /// Members who ever sent an invite.
  public internal(set) var senders = 0
  /// Sendings at least a day before the end of the run, and those with a session within the day.
  ///
  /// Further invites before that session, or within the day, count with the first.
  public internal(set) var sendings = 0
  public internal(set) var sendingsWithReturn = 0
  /// Members with such a sending, and with such a return.
  public internal(set) var inviters = 0
  public internal(set) var returners = 0
  /// Newcomers with a session at least this many days after the launch, by `returnDays`:
  /// credited ones, and others.
  public internal(set) var invitedReturns = [Int](repeating: 0, count: returnDays.count)
  public internal(set) var organicReturns = [Int](repeating: 0, count: returnDays.count)
  /// Newcomers with a session so many times twenty-four hours after the launch, within the next
  /// twenty-four, by `retentionDays`.
  public internal(set) var activeAfter = [Int](repeating: 0, count: retentionDays.count)
  /// Sessions and invites of newcomers within one cycle (`metrics.kCycleDays`) of their launch, of
  /// those whose cycle ends before the run.
  public internal(set) var sessionsInCycle = 0
  public internal(set) var invitesInCycle = 0
  /// Returning newcomers of both kinds who saw first value.
  public internal(set) var valuedReturns = [Int](repeating: 0, count: returnDays.count)

  init(days: Int) {
    let months = (days + Self.daysOfMonth - 1) / Self.daysOfMonth
    monthlyActive = [Int](repeating: 0, count: months)
    monthlySenders = monthlyActive
    weeklyActive = [Int](repeating: 0, count: (days + Self.daysOfWeek - 1) / Self.daysOfWeek)
    weeklyOpeners = weeklyActive
  }

  /// The members who were active on a day for the first time in its week, and in its month.
  struct FirstActive: BitwiseCopyable {
    private(set) var inWeek = 0
    private(set) var inMonth = 0

    /// Counts a member's first activity of `day`; `last` is the active day before it, negative
    /// without one.
    @inline(__always)
    mutating func count(on day: Int, after last: Int) {
      // Added without a branch: where the last activity lies, no processor can foresee.
      inWeek &+= last < day - day % daysOfWeek ? 1 : 0
      inMonth &+= last < day - day % daysOfMonth ? 1 : 0
    }
  }

  mutating func add(_ first: FirstActive, on day: Int) {
    weeklyActive[day / Self.daysOfWeek] += first.inWeek
    monthlyActive[day / Self.daysOfMonth] += first.inMonth
  }

  /// Returns the place in `retentionDays` of that many whole days after the launch.
  @inline(__always)
  static func retentionRow(ofDay days: UInt32) -> Int? {
    switch days {
    case 1: 0
    case 14: 1
    case 30: 2
    default: nil
    }
  }

  /// Returns the bits of the return days that are due `days` days after the launch.
  @inline(__always)
  static func returnsDue(after days: Int) -> UInt16 {
    (days >= 1 ? 1 : 0) | (days >= 7 ? 1 << 1 : 0) | (days >= 30 ? 1 << 2 : 0)
  }
}
