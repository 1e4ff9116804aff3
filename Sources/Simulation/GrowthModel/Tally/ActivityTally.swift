/// How many members were active, sent, and came back.
///
/// A member is active on a day with a session, on reaching home, and on beginning a share that sends an
/// invite; in a week and in a month with an active day. So who opens a way to share or sends an invite
/// is always among those who are active.
public struct ActivityTally: Sendable, Hashable {
  /// The days of a month, in every count by the month.
  public static let daysOfMonth = 30
  public static let daysOfWeek = 7
  /// The days after which a return is looked for.
  public static let returnDays = [1, 7, 30]
  /// A bit for each of them.
  static var everyReturn: UInt16 { 0b111 }

  /// Members from the start.
  public internal(set) var seeds = 0
  /// Members who were active in each month of the run; the last may be cut short.
  public internal(set) var monthlyActive: [Int]
  /// Those of them who sent at least one invite in it.
  public internal(set) var monthlySenders: [Int]
  /// Members who were active in each week of the run, and those who opened a way to share in it.
  public internal(set) var weeklyActive: [Int]
  public internal(set) var weeklyOpeners: [Int]
  /// Members who ever opened a way to share, and those who ever sent by one.
  public internal(set) var openers = 0
  public internal(set) var flowSenders = 0
  /// Members who ever sent an invite.
  public internal(set) var senders = 0
  /// Sendings with a whole day before the end of the run, and those that a session followed within
  /// it; what is sent before that session, or within the day, counts with the first.
  public internal(set) var sendings = 0
  public internal(set) var sendingsWithReturn = 0
  /// Members with such a sending, and those with such a return.
  public internal(set) var inviters = 0
  public internal(set) var returners = 0
  /// Newcomers with a session so many days after the first launch or later, by `returnDays`: those
  /// who are credited to an inviter, and the others.
  public internal(set) var invitedReturns = [Int](repeating: 0, count: returnDays.count)
  public internal(set) var organicReturns = [Int](repeating: 0, count: returnDays.count)
  /// Those of both who saw first value.
  public internal(set) var valuedReturns = [Int](repeating: 0, count: returnDays.count)

  init(days: Int) {
    let months = (days + Self.daysOfMonth - 1) / Self.daysOfMonth
    monthlyActive = [Int](repeating: 0, count: months)
    monthlySenders = monthlyActive
    weeklyActive = [Int](repeating: 0, count: (days + Self.daysOfWeek - 1) / Self.daysOfWeek)
    weeklyOpeners = weeklyActive
  }

  /// The bits of the return days that have come `days` days after the first launch.
  @inline(__always)
  static func returnsDue(after days: Int) -> UInt16 {
    (days >= 1 ? 1 : 0) | (days >= 7 ? 1 << 1 : 0) | (days >= 30 ? 1 << 2 : 0)
  }
}
