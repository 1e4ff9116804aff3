extension SettingEffect {
  static let prompts = [
    prompt("prompts.ruleSet=product", ("02T09:00:00", key)),
    prompt("prompts.triggers=dedupReview", ("02T09:00:00", score)),
    prompt("prompts.dedupReviewAt=1", ("02T09:00:00", #""value", "dedupResolved": 1"#)),
    // The case begins with 64 contacts.
    prompt("prompts.contactThresholdAt=65", ("02T09:00:00", #""value""#)),
    prompt("prompts.scoreMilestoneAt=40", ("02T09:00:00", #""value", "score": 40"#)),
    prompt("prompts.thirdSessionAt=1", "product", [("02T09:00:00", #""value""#)]),
    prompt("prompts.minIntervalDays=1", ("02T09:00:00", dedup), ("04T09:00:00", score)),
    prompt("prompts.lifetimeMax=1", ("02T09:00:00", dedup), ("28T09:00:00", score)),
    prompt("prompts.maxPerSession=1", ("02T09:00:00", dedup), ("02T09:01:00", score)),
    prompt("prompts.maxPerWeek=none", ("02T09:00:00", dedup), ("04T09:00:00", score)),
    prompt("prompts.minSession=5", ("02T09:00:00", dedup)),
    prompt("prompts.minContacts=100", ("02T09:00:00", dedup)),
    prompt("prompts.recentShareDays=1", ("02T09:00:00", #""share""#), ("04T09:00:00", dedup)),
    prompt(
      "prompts.dismissCooldownDays=1", ("02T09:00:00", dedup), ("02T09:01:00", dismiss),
      ("04T09:00:00", score)),
    prompt("prompts.dismissalsToSuppress=1", "product", twoDismissals),
    prompt("prompts.suppressDays=3", "product", twoDismissals),
    prompt("prompts.dismissScope=perTrigger", "product", twoDismissals),
    prompt(
      "prompts.suppressInCoreFlow=false", ("02T09:00:00", #""coreFlowStart""#),
      ("02T09:01:00", dedup)),
    prompt(
      "prompts.triggerRepeats=everyOccurrence", ("02T09:00:00", dedup), ("28T09:00:00", dedup)),
    prompt(
      "prompts.triggerWhileSuppressed=waits", ("02T09:00:00", #""coreFlowStart""#),
      ("02T09:01:00", dedup), ("02T09:02:00", #""coreFlowEnd""#), ("03T09:00:00", dedup)),
    prompt(
      "prompts.countBasis=resolved", given: "prompts.lifetimeMax=1", ("02T09:00:00", dedup),
      ("28T09:00:00", score)),
    prompt(
      "prompts.persistingCardCountsOnce=false", ("02T09:00:00", dedup),
      ("03T09:00:00", #""session""#), ("04T09:00:00", #""session""#), ("28T09:00:00", score)),
    prompt("prompts.copyCountsAsShare=false", ("02T09:00:00", #""copy""#), ("04T09:00:00", dedup)),
    SettingEffect("prompts.surface=postActionSheet", in: .elsewhere),
    // The first of March 2026 is a Sunday.
    prompt(
      "time.week=calendarWeek", given: "prompts.minIntervalDays=none", ("01T10:00:00", dedup),
      ("03T10:00:00", score)),
    prompt(
      "session.idleTimeoutMinutes=5", "product",
      [("02T09:00:00", #""use""#), ("02T09:10:00", #""use""#), ("02T09:11:00", key)],
      isAnnounced: false),
  ]

  private static let dedup = #""trigger", "trigger": "dedupReview""#
  private static let score = #""trigger", "trigger": "scoreMilestone""#
  private static let key = #""trigger", "trigger": "keyAction""#
  private static let content = #""trigger", "trigger": "socialContent""#
  private static let dismiss = #""dismiss""#
  private static let twoDismissals = [
    ("02T09:00:00", #""session""#), ("02T09:01:00", key), ("02T09:02:00", dismiss),
    ("10T09:00:00", #""session""#), ("10T09:01:00", content), ("10T09:02:00", dismiss),
    ("18T09:00:00", #""session""#), ("18T09:01:00", key),
  ]

  private static func prompt(
    _ change: String, given: String? = nil, _ events: (String, String)...
  ) -> SettingEffect {
    SettingEffect(
      change, "rin", given: given.map { [$0] } ?? [], in: place(events, isAnnounced: true))
  }

  private static func prompt(
    _ change: String, _ profile: String, _ events: [(String, String)], isAnnounced: Bool = true
  ) -> SettingEffect {
    SettingEffect(change, profile, given: [], in: place(events, isAnnounced: isAnnounced))
  }

  private static func place(_ events: [(String, String)], isAnnounced: Bool) -> Place {
    let start =
      isAnnounced
      ? [("01T09:00:00", #""session""#), ("01T09:00:00", #""contacts", "count": 64"#)] : []
    return .decide("prompts", events: start + events)
  }
}
