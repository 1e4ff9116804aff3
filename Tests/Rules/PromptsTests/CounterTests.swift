import TestSupport
import Prompts
import Testing
import Vocabulary

@Suite("Prompts · the counter and the card that is up")
struct CounterTests {
  @Test func `PRM-16, PRM-25 · dismissing removes the card and moves the counter`() {
    var walk = Walk()
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    #expect(walk.history.card?.trigger == .dedupReview)
    walk.note(.dismissed, at: noon(1))
    #expect(walk.history.card == nil)
    #expect(walk.history.resolved == 1)
    #expect(walk.history.dismissals.overall.count == 1)
    #expect(walk.history.latest == .dismissed(number: 1))
  }

  @Test
  func `PRM-26, PRM-28 · acting on the card removes it and counts it before anything follows`() {
    var walk = Walk()
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    // The way to go comes out of the very call that counts.
    #expect(walk.note(.tapped, at: noon(0)) == .shareScreen)
    #expect(walk.history.card == nil)
    #expect(walk.history.resolved == 1)
    #expect(walk.history.dismissals.overall.count == 0)
    #expect(walk.history.latest == .actedOn(number: 1))
  }

  @Test func `nothing has happened before the first event`() {
    let history = PromptHistory()
    #expect(history.sessions == 0)
    #expect(history.contacts == 0)
    #expect((history.shown, history.resolved, history.shownThisSession) == (0, 0, 0))
    #expect(history.recent.newest == nil)
    #expect(history.dismissals[.dedupReview, .global].count == 0)
    #expect(history.dismissals[.dedupReview, .perTrigger].count == 0)
    let value = ValueReceived()
    #expect((value.dedupResolvedThisSession, value.importedContacts) == (0, 0))
    #expect((value.score, value.sessions) == (0, 0))
  }

  @Test func `a dismissal or a tap without a card is nothing`() {
    var walk = Walk()
    #expect(walk.note(.dismissed, at: noon(0)) == nil)
    #expect(walk.note(.tapped, at: noon(0)) == nil)
    #expect(walk.history == Walk().history)
  }

  @Test func `PRM-29 · the prompt number runs from one to three`() {
    var walk = Walk(.rin.withRepeatingTriggers)
    let numbers = [0, 7, 14].map { walk.meet(.dedupReview, at: noon($0)).number }
    #expect(numbers == [1, 2, 3])
  }

  @Test func `PRM-30 · a card that is never touched counts when shown, and not when resolved`() {
    for (basis, mayShowFourth) in [(PromptPolicy.CountBasis.shown, false), (.resolved, true)] {
      var policy = PromptPolicy.rin.withRepeatingTriggers
      policy.countBasis = basis
      var walk = Walk(policy)
      for day in [0, 7, 14] { #expect(walk.meet(.dedupReview, at: noon(Int64(day))).isShown) }
      #expect(walk.meet(.dedupReview, at: noon(21)).isShown == mayShowFourth)
    }
  }

  @Test func `PRM-37 · a card that stays up over several visits is one prompt`() {
    for (countsOnce, shown) in [(true, 1), (false, 3)] {
      var policy = PromptPolicy.rin
      policy.persistingCardCountsOnce = countsOnce
      var walk = Walk(policy)
      #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
      walk.note(.sessionBegan, at: noon(1))
      walk.note(.sessionBegan, at: noon(2))
      #expect(walk.history.shown == shown)
    }
  }

  @Test func `PRM-37 · where each visit counts, it counts for every limit, until the card is gone`()
  {
    var policy = PromptPolicy.rin.withRepeatingTriggers
    policy.persistingCardCountsOnce = false
    policy.maxPerSession = 1
    policy.lifetimeMax = nil
    var walk = Walk(policy)
    walk.note(.sessionBegan, at: noon(0))
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    walk.note(.sessionBegan, at: noon(6))
    let met = policy.decide(.contactThreshold, for: walk.history, at: noon(7), zone: .utc)
    #expect(met.because.map(\.suppression) == [.minInterval, .weeklyCap, .sessionCap])
    #expect(met.until(.minInterval) == noon(13) && met.until(.weeklyCap) == noon(13))
    #expect(met.number == 3)
    walk.note(.tapped, at: noon(6))
    walk.note(.sessionBegan, at: noon(12))
    #expect(walk.history.shown == 2)
    #expect(walk.meet(.contactThreshold, at: noon(13)).isShown)
  }

  @Test func `a card that is met anew with each visit counts toward the session and the week`() {
    var policy = PromptPolicy.rin
    policy.persistingCardCountsOnce = false
    var walk = Walk(policy)
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    #expect(walk.history.shownThisSession == 1)
    walk.note(.sessionBegan, at: noon(1))
    #expect(walk.history.shownThisSession == 2, "the first announced session began before the card")
    walk.note(.sessionBegan, at: noon(2))
    #expect(walk.history.shownThisSession == 1)
    #expect([1, 2, 3].map(walk.history.recent.nth) == [noon(2), noon(1), noon(0)])
  }

  /// The state as rin names it, where a card that is up is still called eligible.
  private func rinName(of state: PromptState) -> String? {
    switch state {
    case .ineligible: nil
    case .eligible, .shown: "Eligible"
    case .dismissed: "Dismissed"
    case .actedOn: "Acted on"
    case .suppressed: "Suppressed"
    }
  }

  @Test func `PRM-23 · whatever happens, a prompt of rin is in one of four states`() {
    var chance = SeededChance(seed: 23)
    var met: Set<String> = []
    var policy = PromptPolicy.rin.withRepeatingTriggers
    policy.lifetimeMax = nil
    var walk = Walk(policy)
    for day in 0..<400 {
      let now = noon(Int64(day))
      let trigger = policy.triggers.randomElement(using: &chance) ?? .dedupReview
      let decision = walk.meet(trigger, at: now)
      #expect((rinName(of: decision.state) == "Eligible") == decision.isShown)
      met.formUnion([rinName(of: decision.state)].compactMap(\.self))
      walk.note(Bool.random(using: &chance) ? .dismissed : .tapped, at: now)
      met.formUnion([walk.history.latest.flatMap { rinName(of: $0) }].compactMap(\.self))
    }
    #expect(met == ["Eligible", "Dismissed", "Acted on", "Suppressed"])
  }

  @Test func `PRM-24, PRM-27 · eligible is a card that is up, suppressed is none`() {
    var walk = Walk(.rin.withRepeatingTriggers)
    #expect(walk.meet(.dedupReview, at: noon(0)).state == .eligible(number: 1))
    #expect(walk.history.latest == .shown(number: 1))
    #expect(walk.history.card?.number == 1)
    walk.note(.dismissed, at: noon(0))
    #expect(!walk.meet(.dedupReview, at: noon(0)).isShown)
    #expect(walk.history.card == nil)
    #expect(walk.meet(.dedupReview, at: noon(1)).state == .suppressed(until: noon(7)))
    #expect(walk.meet(.dedupReview, at: noon(7)).state == .eligible(number: 2))
    #expect(walk.meet(.dedupReview, at: noon(14)).state == .eligible(number: 3))
    #expect(walk.meet(.dedupReview, at: noon(21)).state == .suppressed(until: nil))
  }

  @Test func `EDG-09 · the third prompt is counted when it is acted on, and is the last`() {
    var walk = Walk(.rin.withRepeatingTriggers)
    for day in [0, 7, 14] {
      #expect(walk.meet(.dedupReview, at: noon(Int64(day))).isShown)
      #expect(walk.note(.tapped, at: noon(Int64(day))) == .shareScreen)
    }
    #expect(walk.history.resolved == 3)
    #expect(!walk.meet(.dedupReview, at: noon(9_999)).isShown)
  }

  @Test func `recent prompts are remembered newest first, up to their number`() {
    var recent = RecentPrompts()
    #expect(recent.newest == nil)
    for day in 0..<20 { recent.add(noon(Int64(day))) }
    #expect(recent.newest == noon(19))
    #expect(recent.nth(RecentPrompts.capacity) == noon(Int64(20 - RecentPrompts.capacity)))
  }

  @Test func `a decision names the rule that lets a prompt appear, or the first that does not`() {
    for (policy, trigger, rule) in [
      (PromptPolicy.rin, PromptTrigger.dedupReview, RuleID("PRM-24")),
      (.product, .keyAction, "P-PRM-06"), (.design, .postAction, "D-ENT-06"),
    ] {
      var walk = Walk(policy)
      walk.history.sessions = 2
      #expect(walk.meet(trigger, at: noon(0)).rule == rule)
    }
    var walk = Walk(contacts: 3)
    walk.note(.shared, at: noon(0))
    #expect(walk.meet(.dedupReview, at: noon(1)).rule == "PRM-19")
  }
}
