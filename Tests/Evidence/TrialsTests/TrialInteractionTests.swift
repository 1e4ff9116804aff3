import Attribution
import GrowthModel
import Profiles
import Runs
import SimulationKernel
import Statistics
import Testing
import Trials
import Vocabulary

@Suite("Trials · two factors at once")
struct TrialInteractionTests {
  /// Arms that change what is tapped, what is installed, and both; a home needs one after the other.
  private func outcomes() async throws -> [TrialOutcome] {
    var plan = TrialStudyTests.plan(days: 4)
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 600, after: .zero, within: .zero)
    plan.behaviour.recipients.install = 0.5
    let arms = [(0.6, 0.5), (1.0 / 3, 0.9), (0.6, 0.9)].map { tap, install in
      var behaviour = plan.behaviour
      behaviour.recipients.tap = tap
      behaviour.recipients.install = install
      return Experiment.Arm(plan.profile, behaviour)
    }
    let experiment = Experiment(arms, in: [Experiment.Stage(variants: [0.25, 0.25, 0.25])])
    var outcomes: [TrialOutcome] = []
    for variant in 1...3 {
      var study = TrialStudy(
        plan, experiment, metric: .home, designs: [TrialDesign(.invite)], looks: [.days(3)])
      study.maturity = .days(1)
      study.replications = 12
      study.redraws = 0
      study.variant = variant
      outcomes.append(try await study.run(on: Workers(2)))
    }
    return outcomes
  }

  @Test func `what two changes do together beyond each alone is the product of both`() async throws
  {
    let outcomes = try await outcomes()
    let found = try #require(
      TrialInteraction(of: outcomes[2], beyond: Array(outcomes.prefix(2))))
    let product = (0.6 - 1.0 / 3) * (0.9 - 0.5)
    // Four standard errors.
    #expect(abs(found.truth.value - product) < 2 * found.truth.halfWidth)
    #expect(abs(found.shown.value - product) < 2 * found.shown.halfWidth)
    #expect(found.truth.low > 0)
    #expect(abs(found.detectable / found.deviation - 2.8016) < 1e-3)
  }
}

@Suite("Trials · what an experiment that ended early shows")
struct TrialRuleTests {
  @Test func `who stops when it is green overstates; the median-unbiased estimate corrects it`()
    async throws
  {
    var plan = TrialStudyTests.plan(days: 6)
    // Who comes home sends on: invites on every day.
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 400, after: .zero, within: .days(4))
    var study = TrialStudyTests.study(plan, [TrialDesign(.invite)]) {
      $0.behaviour.recipients.tap = 0.4
    }
    study.looks = (2...5).map { .days(Int64($0)) }
    study.replications = 40
    study.redraws = 0
    let rules = try await study.run(on: Workers(2)).rules
    let habit = try #require(rules.first { $0.rule == .daily })
    let (shown, corrected) = (try #require(habit.exaggeration), try #require(habit.corrected))
    #expect(shown > 1.02)
    #expect(corrected < shown - 0.01)
    // One look is no stop at all: nothing is to be corrected.
    let fixed = try #require(rules.first { $0.rule == .fixed })
    #expect(
      abs(try #require(fixed.corrected) - (try #require(fixed.exaggeration))) < 1e-6)
  }
}

@Suite("Trials · why arms have other sizes than planned")
struct SplitCauseTests {
  private func cause(
    _ unit: Experiment.Unit, inherits: Double = 0, changing change: (inout GrowthPlan) -> Void
  ) async throws -> String? {
    var plan = TrialStudyTests.plan(invites: 5, days: 8)
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 600, after: .zero, within: .zero)
    plan.behaviour.recipients.installDelay = .fixed(.days(2))
    plan.behaviour.recipients.install = 0.5
    var study = TrialStudyTests.study(
      plan, [TrialDesign(unit, inherits: inherits > 0)], inherits: inherits, changing: change)
    study.replications = 10
    study.redraws = 0
    return try await study.run(on: Workers(2)).findings(called: "variant", perArm: nil).splitCause
  }

  @Test func `launches that lose their invite, and the inviter's arm with it, are named`()
    async throws
  {
    let lost = try await cause(.user, inherits: 1) { $0.profile.attribution.window = .days(1) }
    #expect(try #require(lost).hasPrefix("launches lose the invite"))
  }

  @Test func `arms that invitees inherit are the cause where everybody else keeps the shares`()
    async throws
  {
    let inherited = try await cause(.user, inherits: 1) { $0.behaviour.recipients.tap = 0.5 }
    #expect(try #require(inherited).hasPrefix("invitees take the inviter's arm"))
  }

  @Test func `equal arms have the planned sizes`() async throws {
    #expect(try await cause(.inviter) { _ in } == nil)
  }
}
