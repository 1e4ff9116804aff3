import TestSupport
import Prompts
import Testing
import Vocabulary

@Suite("Prompts · what keeps a card away under rin")
struct SuppressionTests {
  struct Since: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let passed: Interval
    let isOver: Bool
  }

  private static func edges(of days: Int64) -> [Since] {
    [
      Since(
        testDescription: "a millisecond early", passed: .days(days) - .milliseconds(1),
        isOver: false),
      Since(testDescription: "\(days) days to the millisecond", passed: .days(days), isOver: true),
    ]
  }

  static let week = edges(of: 7)
  static let fortnight = edges(of: 14)

  @Test(arguments: week)
  func `PRM-17, PRM-32 · a week lies between two prompts`(_ since: Since) {
    var walk = Walk()
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    let second = walk.meet(.contactThreshold, at: noon(0) + since.passed)
    #expect(second.isShown == since.isOver)
    #expect(second.suppressions.contains(.minInterval) == !since.isOver)
    #expect(second.until(.minInterval) == (since.isOver ? nil : noon(7)))
  }

  @Test(arguments: week)
  func `PRM-03 · there is at most one prompt a week`(_ since: Since) {
    var policy = PromptPolicy.rin
    policy.minimumInterval = nil
    var walk = Walk(policy)
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    let second = walk.meet(.contactThreshold, at: noon(0) + since.passed)
    #expect(second.isShown == since.isOver)
    #expect(second.because.map(\.rule) == (since.isOver ? [] : ["PRM-03"]))
  }

  @Test func `PRM-03 · a cap of none a week is no prompt at all, and time does not end it`() {
    var policy = PromptPolicy.rin
    policy.maxPerWeek = 0
    var walk = Walk(policy)
    let decision = walk.meet(.dedupReview, at: noon(0))
    #expect(decision.because.map(\.rule) == ["PRM-03"])
    #expect(decision.eligibleAt == nil)
  }

  @Test(arguments: fortnight)
  func `PRM-19, PRM-36 · a share keeps prompts away for fourteen days`(_ since: Since) {
    var walk = Walk()
    walk.note(.shared, at: noon(0))
    let decision = walk.meet(.dedupReview, at: noon(0) + since.passed)
    #expect(decision.isShown == since.isOver)
    #expect(decision.because.map(\.rule) == (since.isOver ? [] : ["PRM-19"]))
    #expect(decision.until(.recentShare) == (since.isOver ? nil : noon(14)))
  }

  @Test func `PRM-36 · copying the link counts as sharing, unless the setting says otherwise`() {
    var strict = Walk()
    strict.note(.copied, at: noon(0))
    #expect(strict.meet(.dedupReview, at: noon(1)).suppressions.contains(.recentShare))
    var policy = PromptPolicy.rin
    policy.copyCountsAsShare = false
    var lenient = Walk(policy)
    lenient.note(.copied, at: noon(0))
    #expect(lenient.meet(.dedupReview, at: noon(1)).isShown)
  }

  @Test(arguments: week)
  func `PRM-20, PRM-32, PRM-33 · a dismissal counts from itself, not from when the card came`(
    _ since: Since
  ) {
    var walk = Walk()
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    walk.note(.dismissed, at: noon(5))
    let decision = walk.meet(.contactThreshold, at: noon(5) + since.passed)
    #expect(decision.isShown == since.isOver)
    #expect(decision.because.map(\.rule) == (since.isOver ? [] : ["PRM-20"]))
    #expect(decision.until(.dismissCooldown) == (since.isOver ? nil : noon(12)))
  }

  @Test func `PRM-20 · a dismissal keeps other triggers away, unless each counts for itself`() {
    for (scope, mayShowOther) in [(PromptPolicy.DismissScope.global, false), (.perTrigger, true)] {
      var policy = PromptPolicy.rin.withRepeatingTriggers
      policy.minimumInterval = nil
      policy.maxPerWeek = nil
      policy.dismissScope = scope
      var walk = Walk(policy)
      #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
      walk.note(.dismissed, at: noon(0))
      let same = policy.decide(
        .dedupReview, for: walk.history, at: noon(7) - .milliseconds(1), zone: .utc)
      #expect(same.because.map(\.suppression) == [.dismissCooldown])
      #expect(policy.decide(.dedupReview, for: walk.history, at: noon(7), zone: .utc).isShown)
      #expect(
        policy.decide(.contactThreshold, for: walk.history, at: noon(1), zone: .utc).isShown
          == mayShowOther)
    }
  }

  @Test(arguments: [(0, false), (9, false), (10, true), (11, true)])
  func `PRM-21 · ten contacts are enough, nine are not`(contacts: Int, isEnough: Bool) {
    var walk = Walk(contacts: contacts)
    let decision = walk.meet(.dedupReview, at: noon(0))
    #expect(decision.isShown == isEnough)
    #expect(decision.because.map(\.rule) == (isEnough ? [] : ["PRM-21"]))
    #expect(decision.until(.tooFewContacts) == nil)
  }

  @Test func `PRM-04, PRM-18, PRM-22 · after the third prompt there is never another`() {
    let policy = PromptPolicy.rin.withRepeatingTriggers
    #expect(
      cards("T------T------T------T------------------------T", policy, trigger: .dedupReview)
        == "!------!------!--------------------------------")
    var walk = Walk(policy)
    for (day, ending) in [(0, PromptEvent.dismissed), (20, .tapped), (40, .dismissed)] {
      #expect(walk.meet(.dedupReview, at: noon(Int64(day))).isShown)
      walk.note(ending, at: noon(Int64(day)))
    }
    let fourth = walk.meet(.dedupReview, at: noon(4_000))
    #expect(fourth.because.map(\.rule) == ["PRM-18"])
    #expect(fourth.eligibleAt == nil)
  }

  @Test func `PRM-05 · a prompt follows only a trigger that the profile lists`() {
    var walk = Walk()
    for trigger in PromptTrigger.allCases where !PromptPolicy.rin.triggers.contains(trigger) {
      let decision = walk.meet(trigger, at: noon(0))
      #expect(decision.because.map(\.rule) == ["PRM-05"])
      #expect(decision.state == .ineligible)
    }
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown, "what is no trigger leaves no trace")
  }

  @Test func `CNF-41 · below three sections a card is not shown, and no time ends that`() {
    var walk = Walk(contacts: 30)
    walk.note(.sectionsAbove([.needsAttention, .upcoming]), at: noon(0))
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown, "two sections leave it a place")
    walk = Walk(contacts: 30)
    walk.note(.sectionsAbove(.all), at: noon(0))
    let decision = walk.meet(.dedupReview, at: noon(0))
    #expect(decision.because.map(\.suppression) == [.behindMore])
    #expect(decision.rule == "CNF-41" && decision.until(.behindMore) == nil)
    walk.note(.sectionsAbove([]), at: noon(1))
    #expect(
      walk.meet(.scoreMilestone, at: noon(1)).isShown, "what was not shown starts no interval")
  }

  @Test func `PRM-31 · any one rule is enough, and all that hold are told in order`() {
    var walk = Walk(contacts: 3)
    walk.note(.coreFlowBegan, at: noon(0))
    walk.note(.shared, at: noon(0))
    let decision = walk.meet(.keyAction, at: noon(1))
    #expect(
      decision.because.map(\.suppression) == [
        .notATrigger, .recentShare, .tooFewContacts, .coreFlow,
      ])
    #expect(!decision.isShown)
    walk.note(.contactsCounted(10), at: noon(1))
    walk.note(.coreFlowEnded, at: noon(1))
    #expect(walk.meet(.dedupReview, at: noon(1)).because.map(\.suppression) == [.recentShare])
  }

  @Test func `a share on the first day leaves room for a prompt on the fifteenth`() {
    #expect(
      cards("S-----T--------T", .rin.withRepeatingTriggers, trigger: .dedupReview)
        == "---------------!")
  }

  @Test func `time alone ends a suppression when its last reason ends`() {
    var walk = Walk()
    #expect(walk.meet(.dedupReview, at: noon(0)).isShown)
    walk.note(.shared, at: noon(2))
    let decision = walk.meet(.contactThreshold, at: noon(3))
    #expect(decision.eligibleAt == noon(16))
    #expect(decision.state == .suppressed(until: noon(16)))
  }
}
