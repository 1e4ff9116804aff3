import TestSupport
import Prompts
import Testing
import Vocabulary

@Suite("Prompts · the frequency rules of product, and the freedom of design")
struct ProductRulesTests {
  /// A user of product in their second session.
  private func settled() -> Walk {
    var walk = Walk(.product, contacts: 0)
    walk.note(.sessionBegan, at: noon(-2))
    walk.note(.sessionBegan, at: noon(0))
    return walk
  }

  @Test func `P-PRM-01 · there is one prompt in a session, and the next session may have another`()
  {
    var walk = settled()
    #expect(walk.meet(.keyAction, at: noon(0)).isShown)
    let second = walk.meet(.socialContent, at: noon(0) + .minutes(5))
    #expect(second.because.map(\.rule) == ["P-PRM-01"])
    walk.note(.sessionBegan, at: noon(1))
    #expect(walk.meet(.socialContent, at: noon(1)).isShown)
  }

  @Test func `P-PRM-01 · what comes before any session is announced belongs to the first`() {
    var policy = PromptPolicy.product
    policy.minSession = 1
    var walk = Walk(policy)
    #expect(walk.meet(.keyAction, at: noon(0)).isShown)
    walk.note(.sessionBegan, at: noon(1))
    #expect(walk.meet(.keyAction, at: noon(1)).because.map(\.rule) == ["P-PRM-01"])
    walk.note(.sessionBegan, at: noon(2))
    #expect(walk.meet(.keyAction, at: noon(2)).isShown)
  }

  @Test func `P-PRM-02 · a fourth prompt waits until the first of the three is a week old`() {
    var walk = settled()
    for hour in 0..<3 {
      walk.note(.sessionBegan, at: noon(0) + .hours(Int64(hour)))
      #expect(walk.meet(.keyAction, at: noon(0) + .hours(Int64(hour))).isShown)
    }
    walk.note(.sessionBegan, at: noon(3))
    let early = walk.policy.decide(
      .keyAction, for: walk.history, at: noon(7) - .milliseconds(1), zone: .utc)
    #expect(early.because.map(\.rule) == ["P-PRM-02"])
    #expect(early.until(.weeklyCap) == noon(7))
    #expect(walk.meet(.keyAction, at: noon(7)).isShown)
  }

  @Test func `P-PRM-02 · a calendar week ends on Sunday at midnight where the user lives`() {
    var policy = PromptPolicy.product
    policy.maxPerSession = nil
    policy.maxPerWeek = 1
    policy.calendar.week = .calendarWeek
    var history = Walk(policy).history
    history.sessions = 2
    // 2026-01-04 is a Sunday; two hours east of UTC its midnight is 22:00 UTC.
    let sunday = noon(3)
    #expect(
      policy.meet(.keyAction, in: &history, at: sunday, zone: CivilZone(offset: .hours(2))).isShown)
    let monday = noon(3) + .hours(10)
    let late = policy.decide(
      .keyAction, for: history, at: monday - .milliseconds(1), zone: CivilZone(offset: .hours(2)))
    #expect(late.until(.weeklyCap) == monday)
    #expect(
      policy.decide(.keyAction, for: history, at: monday, zone: CivilZone(offset: .hours(2)))
        .isShown)
  }

  @Test(arguments: [
    // Sunday night and Sunday noon a week later, between them the clock is set forward, or back.
    ("2026-03-22T23:30:00+01:00", "2026-03-29T12:00:00+02:00", nil),
    ("2026-03-23T00:30:00+01:00", "2026-03-29T12:00:00+02:00", "2026-03-30T00:00:00+02:00"),
    ("2026-10-18T23:30:00+02:00", "2026-10-25T12:00:00+01:00", nil),
    ("2026-10-19T00:30:00+02:00", "2026-10-25T12:00:00+01:00", "2026-10-26T00:00:00+01:00"),
  ])
  func `P-PRM-02 · a week is the user's on both sides of a change of the clock`(
    shown: String, asked: String, until: String?
  ) {
    var policy = PromptPolicy.product
    policy.maxPerSession = nil
    policy.maxPerWeek = 1
    policy.calendar.week = .calendarWeek
    var history = Walk(policy).history
    history.sessions = 2
    #expect(policy.meet(.keyAction, in: &history, at: moment(shown), zone: .berlin).isShown)
    let decision = policy.decide(.keyAction, for: history, at: moment(asked), zone: .berlin)
    #expect(decision.isShown == (until == nil))
    #expect(decision.until(.weeklyCap) == until.map(moment))
  }

  @Test func `P-PRM-03 · a core flow is never interrupted`() {
    var walk = settled()
    walk.note(.coreFlowBegan, at: noon(0))
    #expect(walk.meet(.keyAction, at: noon(0)).because.map(\.rule) == ["P-PRM-03"])
    walk.note(.coreFlowEnded, at: noon(0))
    #expect(walk.meet(.keyAction, at: noon(0)).isShown)
    var lenient = settled()
    lenient.policy.suppressInCoreFlow = false
    lenient.note(.coreFlowBegan, at: noon(0))
    #expect(lenient.meet(.keyAction, at: noon(0)).isShown)
  }

  @Test func `P-PRM-04 · two dismissals bring thirty days of silence`() {
    var policy = PromptPolicy.product
    policy.minSession = 1
    policy.maxPerSession = nil
    // The second dismissal falls on day 2 at one o'clock: noon of day 32 is an hour early.
    #expect(
      cards("B-B-----------------------------T-T", policy, trigger: .keyAction)
        == "!-!-------------------------------!")
  }

  @Test func `P-PRM-04 · the silence ends when the thirtieth day has passed in full`() {
    var walk = settled()
    for day in [0, 1] {
      walk.note(.sessionBegan, at: noon(Int64(day)))
      #expect(walk.meet(.keyAction, at: noon(Int64(day))).isShown)
      walk.note(.dismissed, at: noon(Int64(day)))
    }
    walk.note(.sessionBegan, at: noon(20))
    let silent = walk.policy.decide(
      .keyAction, for: walk.history, at: noon(31) - .milliseconds(1), zone: .utc)
    #expect(silent.because.map(\.rule) == ["P-PRM-04"])
    #expect(silent.until(.dismissedTooOften) == noon(31))
    #expect(walk.meet(.keyAction, at: noon(31)).isShown)
    walk.note(.dismissed, at: noon(31))
    walk.note(.sessionBegan, at: noon(32))
    #expect(walk.meet(.keyAction, at: noon(32)).isShown, "one dismissal after the silence is one")
  }

  @Test func `P-PRM-04 · after a silence two dismissals bring another, and one does not`() {
    var policy = PromptPolicy.product
    policy.maxPerSession = nil
    var walk = Walk(policy)
    walk.history.sessions = 2
    for (day, silence) in [(0, nil), (1, 31), (31, nil), (40, 70), (70, nil)] as [(Int64, Int64?)] {
      #expect(walk.meet(.keyAction, at: noon(day)).isShown, "day \(day)")
      walk.note(.dismissed, at: noon(day))
      let next = walk.policy.decide(.keyAction, for: walk.history, at: noon(day), zone: .utc)
      #expect(next.until(.dismissedTooOften) == silence.map { noon($0) }, "day \(day)")
    }
  }

  @Test func `P-PRM-04 · after a silence it takes two more dismissals to bring the next`() {
    var walk = settled()
    for (day, isSilent) in [(0, false), (1, true), (31, false), (39, true)] {
      walk.note(.sessionBegan, at: noon(Int64(day)))
      #expect(walk.meet(.keyAction, at: noon(Int64(day))).isShown)
      walk.note(.dismissed, at: noon(Int64(day)))
      walk.note(.sessionBegan, at: noon(Int64(day + 8)))
      let later = walk.policy.decide(
        .keyAction, for: walk.history, at: noon(Int64(day + 8)), zone: .utc)
      #expect(later.suppressions.contains(.dismissedTooOften) == isSilent, "day \(day)")
    }
  }

  @Test
  func `P-PRM-04 · dismissals for each trigger are kept apart, and silence that trigger alone`() {
    var policy = PromptPolicy.product
    policy.dismissScope = .perTrigger
    var walk = Walk(policy)
    for day in [0, 1] {
      walk.note(.sessionBegan, at: noon(Int64(day - 1)))
      walk.note(.sessionBegan, at: noon(Int64(day)))
      #expect(walk.meet(.keyAction, at: noon(Int64(day))).isShown)
      walk.note(.dismissed, at: noon(Int64(day)))
    }
    walk.note(.sessionBegan, at: noon(9))
    #expect(walk.meet(.keyAction, at: noon(9)).because.map(\.rule) == ["P-PRM-04"])
    #expect(walk.meet(.emptyState, at: noon(9)).isShown)
    #expect(walk.history.dismissals[.keyAction, .perTrigger].count == 2)
    #expect(walk.history.dismissals[.emptyState, .perTrigger].count == 0)
  }

  @Test func `what the documents leave to each other is set for each profile`() {
    #expect(PromptPolicy.rin.minSession == 1)
    #expect(PromptPolicy.rin.copyCountsAsShare == true)
    #expect(PromptPolicy.rin.cardPosition == .afterUpcoming)
    #expect(PromptPolicy.rin.cardCountsTowardSectionLimit == true)
    #expect(PromptPolicy.rin.calendar == .rin)
    for (policy, calendar) in [
      (PromptPolicy.design, CalendarPolicy.design), (.product, .product),
    ] {
      #expect(policy.copyCountsAsShare == nil)
      #expect(policy.cardPosition == nil)
      #expect(policy.cardCountsTowardSectionLimit == nil)
      #expect(policy.calendar == calendar)
    }
  }

  @Test func `P-PRM-04 · dismissals count in all, or for each trigger where the setting says so`() {
    for (scope, isSilent) in [(PromptPolicy.DismissScope.global, true), (.perTrigger, false)] {
      var policy = PromptPolicy.product
      policy.dismissScope = scope
      policy.maxPerSession = nil
      var walk = Walk(policy)
      walk.history.sessions = 2
      for trigger in [PromptTrigger.keyAction, .emptyState] {
        #expect(walk.meet(trigger, at: noon(0)).isShown)
        walk.note(.dismissed, at: noon(0))
      }
      #expect(
        walk.meet(.keyAction, at: noon(8)).suppressions.contains(.dismissedTooOften) == isSilent)
    }
  }

  @Test
  func `P-PRM-04 · where triggers count for themselves the second dismissal of one silences it`() {
    var policy = PromptPolicy.product
    policy.dismissScope = .perTrigger
    policy.maxPerSession = nil
    var walk = Walk(policy)
    walk.history.sessions = 2
    for day: Int64 in [0, 1] {
      #expect(walk.meet(.keyAction, at: noon(day)).isShown)
      walk.note(.dismissed, at: noon(day))
    }
    let silent = walk.policy.decide(
      .keyAction, for: walk.history, at: noon(31) - .milliseconds(1), zone: .utc)
    #expect(silent.because.map(\.suppression) == [.dismissedTooOften])
    #expect(silent.until(.dismissedTooOften) == noon(31))
    #expect(walk.policy.decide(.keyAction, for: walk.history, at: noon(31), zone: .utc).isShown)
    #expect(walk.policy.decide(.emptyState, for: walk.history, at: noon(1), zone: .utc).isShown)
  }

  @Test(arguments: [(0, false), (1, false), (2, true), (3, true)])
  func `P-PRM-05 · no prompt comes before the second session`(session: Int, mayShow: Bool) {
    var walk = Walk(.product)
    for visit in 0..<session { walk.note(.sessionBegan, at: noon(Int64(visit))) }
    let decision = walk.meet(.keyAction, at: noon(9))
    #expect(decision.isShown == mayShow)
    #expect(decision.because.map(\.rule) == (mayShow ? [] : ["P-PRM-05"]))
  }

  @Test func `P-PRM-06, P-PRM-07 · one policy decides, and every prompt is in one of its states`() {
    var walk = settled()
    #expect(walk.meet(.postAction, at: noon(0)).state == .ineligible)
    #expect(
      walk.policy.decide(.keyAction, for: walk.history, at: noon(0), zone: .utc).state
        == .eligible(number: 1))
    #expect(walk.meet(.keyAction, at: noon(0)).isShown)
    #expect(walk.history.card == PromptHistory.Card(trigger: .keyAction, number: 1))
    #expect(walk.history.latest == .shown(number: 1))
    #expect(walk.meet(.keyAction, at: noon(0)).state == .suppressed(until: nil))
    walk.note(.dismissed, at: noon(0))
    #expect(walk.history.card == nil)
    #expect(walk.history.latest == .dismissed(number: 1))
    walk.note(.sessionBegan, at: noon(1))
    #expect(walk.meet(.keyAction, at: noon(1)).isShown)
    #expect(walk.note(.tapped, at: noon(1)) == .shareSheet)
    #expect(walk.history.latest == .actedOn(number: 2))
    // Where it appears is the same policy's to say.
    #expect(walk.policy.card(for: .keyAction, app: .product)?.form == .celebrationScreen)
    #expect(walk.policy.card(for: .postAction, app: .product) == nil)
  }

  @Test func `P-PRM-08 · there is no lifetime cap, and three a week is the ceiling`() {
    var walk = settled()
    for hour in stride(from: Int64(0), to: 24 * 364, by: 1) {
      let now = noon(0) + .hours(hour)
      walk.note(.sessionBegan, at: now)
      _ = walk.meet(.keyAction, at: now)
    }
    #expect(walk.history.shown == 3 * 52)
  }

  @Test func `P-PRM-09 · neither a share nor a prompt of yesterday keeps the next one away`() {
    var walk = settled()
    #expect(walk.meet(.keyAction, at: noon(0)).isShown)
    walk.note(.shared, at: noon(0))
    walk.note(.sessionBegan, at: noon(0) + .hours(1))
    #expect(walk.meet(.keyAction, at: noon(0) + .hours(1)).isShown)
  }

  @Test func `D-ENT-06 · after Not now the sheet may come at the very next value moment`() {
    #expect(cards("BBBBBBBB", .design, trigger: .postAction) == "!!!!!!!!")
  }
}
