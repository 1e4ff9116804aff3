/// How members use the app, and for how long.
public struct Use: Hashable, Sendable {
  /// How much longer those stay who are credited to an inviter: 1 for as long as the others.
  public var invitedStay = 1.0
  /// The share of those who stop using the app who remove it then.
  public var uninstall = 0.5
  /// Sessions in a day, of a member who is still there.
  public var sessionsPerDay = 1.0
  /// The share of newcomers who are still there after a day, two weeks and a month.
  public var retentionDay1 = 0.25
  public var retentionDay14 = 0.09
  public var retentionDay30 = 0.06
  /// How much of a day's sessions a rhythm moves to the busy hours, from 0 (none) to 1.
  public var dailyRhythm = 0.6
  /// How much busier the weekend is than the week: 0.2 is a fifth more.
  public var weekendLift = 0.1
  /// The chance in a session of a review of the duplicates that wait, and how many of them it
  /// resolves on average: a Poisson number.
  public var dedupReview = 0.15
  public var resolvedPerReview = 4.0
  /// The chance in a session that the score comes to 60, of a member whose score never did before.
  public var scoreMilestone = 0.03
  /// The chance in a session of completing something worth telling.
  public var keyAction = 0.1
  /// The chance in a session of meeting something that is better with others.
  public var socialContent = 0.1
  /// The chance in a session of a social feature that is still empty.
  public var emptyState = 0.05
  /// The chance in a session of finishing an action of value.
  public var postAction = 0.1
  /// The chance that a session is in the middle of a core flow when a prompt is due.
  public var inCoreFlow = 0.1
  /// The chance that an inviter comes back for the news that someone joined.
  public var returnOnPush = 0.3
  /// The chance a day that a member deletes the account.
  public var accountDeletionPerDay = 0.0

  public init() {}
}
