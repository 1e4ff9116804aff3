import GrowthloopFindings
public import GrowthloopModel

extension Use: ScenarioSection {
  public static let fields: [Field<Use>] =
    [
      .parameter(
        "sessionsPerDay", \.sessionsPerDay, .timesADay(upTo: 1_000),
        "How many sessions a day has, of a member who is still there."),
      .parameter(
        "retentionMeans", \.retentionMeans, .choice,
        "What the three shares of retention are of: activity, of newcomers with a session on that day, as services for analytics count them; or stay, of newcomers who have not left the app for good.",
        source: "Adjust counts the users who are active on that day", grade: .a),
      .parameter(
        "retentionDay1", \.retentionDay1, stillThere,
        "The share of newcomers at home who are active in the second twenty-four hours after the first launch.",
        source: "Adjust 2023: 22 to 29 % of installs; of those who reach home it may be more",
        grade: .b, range: (0.22, 0.29)),
      .parameter(
        "retentionDay14", \.retentionDay14, stillThere,
        "The share of newcomers at home who are active two weeks after it.",
        source: "benchmarks beside Adjust 2023", grade: .b),
      .parameter(
        "retentionDay30", \.retentionDay30, stillThere,
        "The share of newcomers at home who are active 30 days after it; it falls on at the same pace.",
        source: "benchmarks beside Adjust 2023, which has 4.1 % on iOS", grade: .b,
        range: (0.041, 0.06)),
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
        "freshStarts", \.freshStarts, .share(0.01...1),
        "The chance that a session starts the app anew and so reads the flags of an experiment or a rollout; in another one it comes back with those that it had. 100% where flags are read in every session."
      ),
      .parameter(
        "returnOnPush", \.returnOnPush, .share(),
        "The chance that an inviter comes back for the news that someone joined."),
      .parameter(
        "friendStay", \.friendStay, .real(0...10),
        "By how much each friend in the app lengthens the stay, up to ten friends: 0.1 for a tenth. Friends are contacts who came before and credited invitees."
      ),
      .parameter(
        "friendActivity", \.friendActivity, .real(0...10),
        "By how much each of these friends raises the sessions a day."),
      .parameter(
        "accountDeletionPerDay", \.accountDeletionPerDay, .share(),
        "The chance a day that a member deletes the account."),
    ]

  private static var valueMoments: [Field<Use>] {
    [
      .parameter(
        "dedupReview", \.dedupReview, .share(),
        "The chance in a session of a review of the duplicates that wait; prompts.dedupReviewAt resolved are a moment of value."
      ),
      .parameter(
        "resolvedPerReview", \.resolvedPerReview, .real(0...1_000),
        "How many duplicates such a review resolves on average, as long as there are any."),
      .parameter(
        "scoreMilestone", \.scoreMilestone, .share(),
        "The chance in a session that the score comes to 60, of a member whose score never did before; it does so once in a life. Another prompts.scoreMilestoneAt has a chance in proportion: scores below 60 are equally likely, and so are those above."
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
      .parameter(
        "contactsPermission", \.contactsPermission, .share(),
        "The chance in a session that the app is about to ask for contacts, of a member whom it has not asked. It asks only where contactsPermission is one of prompts.triggers; as many allow it as sharing.grantWithExplainer says."
      ),
    ]
  }

  /// The format of a proportion above zero: at zero, a member who outstays all others would stay
  /// for ever.
  private static var stillThere: ValueFormat<Double> { .share(0.000_1...1) }

  public func check(_ reading: SectionReading<Use>) {
    if retentionMeans == .activity {
      // As many as that have a session on a day, even if all are still there.
      let most = greatestDailyActivity
      if retentionDay1 > most {
        reading.refuse(
          \.retentionDay1,
          "cannot be active on a day: at \(OrderedJSON.number(sessionsPerDay).asYAML) sessions a day "
            + "\(OrderedJSON.number((most * 1_000).rounded(.down) / 10).asYAML)% of all members are",
          remedy: "write less, more sessionsPerDay, or retentionMeans: stay")
      }
    }
    if retentionDay14 > retentionDay1 {
      reading.refuse(\.retentionDay14, "must not exceed retentionDay1: who left does not come back")
    }
    if retentionDay30 > retentionDay14 {
      reading.refuse(
        \.retentionDay30, "must not exceed retentionDay14: who left does not come back")
    }
  }
}
