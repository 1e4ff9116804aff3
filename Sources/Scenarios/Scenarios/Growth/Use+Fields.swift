import Diagnostics
public import GrowthModel

extension Use: ScenarioSection {
  public static let fields: [Field<Use>] =
    [
      .parameter(
        "sessionsPerDay", \.sessionsPerDay, .timesADay(upTo: 1_000),
        "How many sessions a day has, of a member who is still there."),
      .parameter(
        "retentionDay1", \.retentionDay1, stillThere,
        "The share of newcomers who are still there after a day.",
        source: "Adjust 2023: 22 to 29 %", grade: .a),
      .parameter(
        "retentionDay14", \.retentionDay14, stillThere,
        "The share of newcomers who are still there after two weeks.",
        source: "benchmarks beside Adjust 2023", grade: .b),
      .parameter(
        "retentionDay30", \.retentionDay30, stillThere,
        "The share of newcomers who are still there after 30 days; it falls on at the same pace.",
        source: "benchmarks beside Adjust 2023, which has 4.1 % on iOS", grade: .b),
      .parameter(
        "invitedStay", \.invitedStay, .real(0...100),
        "How much longer those stay who are credited to an inviter: 1 for as long as the others."),
      .parameter(
        "uninstall", \.uninstall, .share(),
        "The share of those who stop using the app who remove it then."),
      .parameter(
        "dailyRhythm", \.dailyRhythm, .share(),
        "How much of a day's sessions moves to the busy evening: 0 none, 1 all that can."),
      .parameter(
        "weekendLift", \.weekendLift, .real(-0.9...10),
        "How much busier the weekend is than the week: 0.2 is a fifth more."),
    ] + valueMoments + [
      .parameter(
        "inCoreFlow", \.inCoreFlow, .share(),
        "The chance that a session is in the middle of a core flow when a prompt is due."),
      .parameter(
        "crowdedHome", \.crowdedHome, .share(),
        "The chance in a session that Needs Attention, Score Changed and Upcoming stand above the place of a prompt's card (CNF-41)."
      ),
      .parameter(
        "returnOnPush", \.returnOnPush, .share(),
        "The chance that an inviter comes back for the news that someone joined."),
      .parameter(
        "accountDeletionPerDay", \.accountDeletionPerDay, .share(),
        "The chance a day that a member deletes the account."),
    ]

  private static var valueMoments: [Field<Use>] {
    [
      .parameter(
        "dedupReview", \.dedupReview, .share(),
        "The chance in a session of a review of the duplicates that wait; three resolved are a moment of value."
      ),
      .parameter(
        "resolvedPerReview", \.resolvedPerReview, .real(0...1_000),
        "How many duplicates such a review resolves on average, as long as there are any."),
      .parameter(
        "scoreMilestone", \.scoreMilestone, .share(),
        "The chance in a session that the score comes to 60, of a member whose score never did before; it does so once in a life."
      ),
      .parameter(
        "keyAction", \.keyAction, .share(),
        "The chance in a session of completing something worth sharing."),
      .parameter(
        "socialContent", \.socialContent, .share(),
        "The chance in a session of meeting something that is better with others."),
      .parameter(
        "emptyState", \.emptyState, .share(),
        "The chance in a session of meeting a social feature that is still empty."),
      .parameter(
        "postAction", \.postAction, .share(),
        "The chance in a session of finishing an action of value."),
    ]
  }

  /// The format of a proportion above zero: at zero, a member who outstays all others would stay
  /// for ever.
  private static var stillThere: ValueFormat<Double> { .share(0.000_1...1) }

  public func check(_ reading: SectionReading<Use>) {
    if retentionDay14 > retentionDay1 {
      reading.refuse(\.retentionDay14, "must not exceed retentionDay1: who left does not come back")
    }
    if retentionDay30 > retentionDay14 {
      reading.refuse(
        \.retentionDay30, "must not exceed retentionDay14: who left does not come back")
    }
  }
}
