import Profiles
import Prompts
import Testing
import Vocabulary

@testable import growthloop

@Suite("PRM-32, PRM-36 · what stands against a prompt, to the millisecond")
struct PromptPastTests {
  private static let start = Instant(milliseconds: 0) + .days(100)
  private static let instant = Interval.milliseconds(1)

  /// The objections to a trigger that fires so long after `start`.
  private static func objections(
    _ reference: PromptPolicy, after age: Interval, trigger: PromptTrigger,
    _ live: (inout PromptPast) -> Void
  ) -> [PromptSuppression] {
    var past = PromptPast()
    past.observe(.contactsCounted(50), at: start, under: reference)
    for _ in 0..<3 { past.begin(at: start - .days(60), under: reference) }
    live(&past)
    return past.objections(to: trigger, at: start + age, under: reference).members
  }

  private static func reference(_ id: ProfileID, _ change: (inout PromptPolicy) -> Void = { _ in })
    -> PromptPolicy
  {
    var reference = ReferencePolicies(of: Profile(id)).prompts
    change(&reference)
    return reference
  }

  @Test func `PRM-03, PRM-17 · seven days lie between two prompts, and a week holds one`() {
    let rin = Self.reference(.rin)
    func after(_ age: Interval) -> [PromptSuppression] {
      Self.objections(rin, after: age, trigger: .contactThreshold) {
        $0.meet(.dedupReview, isShown: true, at: Self.start, under: rin)
      }
    }
    #expect(after(.days(7) - Self.instant) == [.minInterval, .weeklyCap])
    #expect(after(.days(7)) == [])
  }

  @Test func `PRM-20 · a dismissal keeps prompts away for seven days`() {
    let rin = Self.reference(.rin)
    func after(_ age: Interval) -> [PromptSuppression] {
      Self.objections(rin, after: age, trigger: .contactThreshold) {
        $0.meet(.dedupReview, isShown: true, at: Self.start - .days(30), under: rin)
        $0.answer(true, at: Self.start)
      }
    }
    #expect(after(.days(7) - Self.instant) == [.dismissCooldown])
    #expect(after(.days(7)) == [])
  }

  @Test(arguments: [PromptEvent.shared, .copied])
  func `PRM-19 · a share keeps prompts away for fourteen days`(_ share: PromptEvent) {
    let rin = Self.reference(.rin)
    func after(_ age: Interval) -> [PromptSuppression] {
      Self.objections(rin, after: age, trigger: .dedupReview) {
        $0.observe(share, at: Self.start, under: rin)
      }
    }
    #expect(after(.days(14) - Self.instant) == [.recentShare])
    #expect(after(.days(14)) == [])
  }

  @Test func `P-PRM-02 · a fourth prompt waits until the first of three is a week old`() {
    let product = Self.reference(.product)
    func after(_ age: Interval) -> [PromptSuppression] {
      Self.objections(product, after: age, trigger: .keyAction) {
        for hour: Int64 in 0...2 {
          let moment = Self.start + .hours(hour)
          $0.begin(at: moment, under: product)
          $0.meet(.keyAction, isShown: true, at: moment, under: product)
        }
        $0.begin(at: Self.start + .days(1), under: product)
      }
    }
    #expect(after(.days(7) - Self.instant) == [.weeklyCap])
    #expect(after(.days(7)) == [])
  }

  @Test func `P-PRM-04 · two dismissals silence for thirty days, of one trigger where each counts`()
  {
    for (scope, isOtherSilent) in [(PromptPolicy.DismissScope.global, true), (.perTrigger, false)] {
      let product = Self.reference(.product) { $0.dismissScope = scope }
      func after(_ age: Interval, _ trigger: PromptTrigger) -> [PromptSuppression] {
        Self.objections(product, after: age, trigger: trigger) {
          for day: Int64 in [-9, 0] {
            $0.meet(.keyAction, isShown: true, at: Self.start + .days(day), under: product)
            $0.answer(true, at: Self.start + .days(day))
          }
          $0.begin(at: Self.start, under: product)
        }
      }
      #expect(after(.days(30) - Self.instant, .keyAction) == [.dismissedTooOften])
      #expect(after(.days(30), .keyAction) == [])
      #expect(after(.days(1), .emptyState) == (isOtherSilent ? [.dismissedTooOften] : []))
    }
  }

  @Test func `PRM-21, PRM-18, P-PRM-05 · counts are limits that include their last`() {
    let rin = Self.reference(.rin) { $0.triggerRepeats = .everyOccurrence }
    func objections(contacts: Int, shown: Int64) -> [PromptSuppression] {
      Self.objections(rin, after: .zero, trigger: .dedupReview) {
        $0.observe(.contactsCounted(contacts), at: Self.start, under: rin)
        for day in 0..<shown {
          $0.meet(.dedupReview, isShown: true, at: Self.start - .days(50 - 8 * day), under: rin)
        }
      }
    }
    #expect(objections(contacts: 10, shown: 2) == [])
    #expect(objections(contacts: 9, shown: 2) == [.tooFewContacts])
    #expect(objections(contacts: 10, shown: 3) == [.lifetimeCap])
  }
}
