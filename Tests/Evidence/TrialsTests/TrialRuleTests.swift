import GrowthModel
import SimulationKernel
import Statistics
import Testing
import Trials
import Vocabulary

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
    let rules = try await study.run(on: Workers(2)).flatMap(\.rules)
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
