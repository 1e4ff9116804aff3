import Profiles
import Prompts
import GrowthloopFindings
import Testing
import Vocabulary

@testable import GrowthloopStudies
@testable import GrowthloopModel

@Suite("Stories · the change of a setting that lets a prompt through")
struct PromptReliefTests {
  static let noon = Instant(iso8601: "2026-03-02T12:00:00Z") ?? Instant(milliseconds: 0)

  /// A past in the words of the prompt rules: a prompt that appears where the rules let it.
  struct Past {
    var profile = Profile.rin
    var log = PromptLog()
    var history = PromptHistory()

    init(_ profile: Profile = .rin, _ change: (inout PromptPolicy) -> Void = { _ in }) {
      self.profile = profile
      change(&self.profile.prompts)
      hear(.contactsCounted(80), .zero)
    }

    mutating func hear(_ event: PromptEvent, _ after: Interval) {
      log.add(event, at: noon + after)
      profile.prompts.record(event, in: &history, at: noon + after)
    }

    @discardableResult
    mutating func meet(_ trigger: PromptTrigger, _ after: Interval) -> PromptDecision {
      let decision = profile.prompts.meet(trigger, in: &history, at: noon + after, zone: .utc)
      log.add(decision, at: noon + after)
      return decision
    }

    /// What is said of `trigger` after all that happened.
    func relief(of trigger: PromptTrigger, _ after: Interval) -> PromptRelief {
      let decision = profile.prompts.decide(trigger, for: history, at: noon + after, zone: .utc)
      #expect(!decision.isShown)
      return PromptRelief(
        of: decision, at: noon + after, zone: .utc, heard: log.count, in: log, under: profile)
    }
  }

  static func words(_ changes: [PromptRelief.Change]) -> [String] {
    changes.map { "\($0.setting): \($0.from) → \($0.to)" }
  }

  static func past(_ change: (inout PromptPolicy) -> Void) -> Past {
    var past = Past(.rin, change)
    past.meet(.dedupReview, .zero)
    return past
  }

  @Test func `an interval is shortened to what has passed, in days or finer`() {
    let past = Self.past { $0.maxPerWeek = nil }
    #expect(
      Self.words(past.relief(of: .scoreMilestone, .hours(76)).single)
        == ["prompts.minIntervalDays: 7 → 3"])
    #expect(
      Self.words(past.relief(of: .scoreMilestone, .hours(5)).single)
        == ["prompts.minIntervalDays: 7 → 5h"])
    #expect(
      Self.words(past.relief(of: .scoreMilestone, .zero).single)
        == ["prompts.minIntervalDays: 7 → 0"])
  }

  @Test func `a cap is raised by as much as is needed, and other ways to count are named`() {
    var past = Past(.rin) {
      $0.lifetimeMax = 1
      $0.minimumInterval = nil
      $0.maxPerWeek = nil
    }
    past.meet(.dedupReview, .zero)
    let relief = past.relief(of: .scoreMilestone, .days(30))
    // Nobody answered the first: counted by answers, there has been none.
    #expect(
      Self.words(relief.single)
        == ["prompts.lifetimeMax: 1 → 2", "prompts.countBasis: shown → resolved"])
    #expect(relief.together.isEmpty)
  }

  @Test func `a copy need not count as a share`() {
    var past = Past()
    past.hear(.copied, .zero)
    #expect(
      Self.words(past.relief(of: .dedupReview, .days(2)).single)
        == [
          "prompts.recentShareDays: 14 → 2", "prompts.copyCountsAsShare: true → false",
        ])
  }

  @Test func `a spent trigger may return, or need not have been spent`() {
    var past = Past()
    past.hear(.shared, .zero)
    past.meet(.dedupReview, .days(1))
    #expect(
      Self.words(past.relief(of: .dedupReview, .days(20)).single)
        == [
          "prompts.triggerRepeats: once → everyOccurrence",
          "prompts.triggerWhileSuppressed: lost → waits",
        ])
  }

  @Test func `a long silence is shorter, later, or of one trigger alone, and not impossible`() {
    var past = Past(.rin) {
      $0.minimumInterval = nil
      $0.maxPerWeek = nil
      $0.lifetimeMax = nil
      $0.dismissCooldown = nil
      $0.dismissalsToSuppress = 2
      $0.silenceAfterDismissals = .days(30)
      $0.triggerRepeats = .everyOccurrence
    }
    for day in [0, 1] as [Int64] {
      past.meet(.dedupReview, .days(day))
      past.hear(.dismissed, .days(day))
    }
    // Either of the two settings alone as none contradicts the other.
    #expect(
      Self.words(past.relief(of: .scoreMilestone, .days(9)).single)
        == [
          "prompts.dismissalsToSuppress: 2 → 3", "prompts.suppressDays: 30 → 8",
          "prompts.dismissScope: global → perTrigger",
        ])
  }

  @Test func `several reasons take several changes, of which none is needless`() {
    var past = Past()
    past.meet(.dedupReview, .zero)
    past.hear(.dismissed, .zero)
    past.hear(.shared, .days(1))
    let relief = past.relief(of: .scoreMilestone, .days(3))
    #expect(relief.single.isEmpty)
    #expect(
      Self.words(relief.together)
        == [
          "prompts.minIntervalDays: 7 → 3", "prompts.maxPerWeek: 1 → 2",
          "prompts.dismissCooldownDays: 7 → 3", "prompts.recentShareDays: 14 → 2",
        ])
  }

  @Test func `every change that is named is enough, in a whole market`() throws {
    var plan = GrowthPlan()
    plan.days = 40
    plan.behaviour.market.people = 1_000
    plan.behaviour.arrivals.seeds = 150
    plan.behaviour.sharing.visit = 0.1
    for profile in [Profile.rin, .product] {
      plan.profile = profile
      let watch = StoryCollector(of: 0..<1_000)
      var run = try GrowthRun(plan, seed: 3, observer: watch)
      run.run()
      var named = 0
      for person in 0..<UInt32(1_000) {
        let story = try #require(watch[person])
        for entry in story.entries(until: run.now) {
          guard case .prompt(let decision, let heard) = entry.event, !decision.isShown else {
            continue
          }
          let relief = PromptRelief(
            of: decision, at: entry.at, zone: .utc, heard: heard, in: story.prompts,
            under: plan.profile)
          for changes in relief.single.map({ [$0] }) + [relief.together] where !changes.isEmpty {
            var changed = plan.profile
            try changed.apply(changes.map { .init($0.setting, $0.to) })
            let history = story.prompts.history(after: heard, under: changed.prompts)
            #expect(
              changed.prompts.decide(decision.trigger, for: history, at: entry.at, zone: .utc)
                .isShown)
            #expect(changed.contradictions().isEmpty)
            named += 1
          }
          #expect(relief.single.isEmpty || relief.together.isEmpty)
        }
      }
      #expect(named > 20)
    }
  }
}
