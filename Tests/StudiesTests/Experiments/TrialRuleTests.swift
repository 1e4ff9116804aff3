import GrowthloopModel
import SimulationKernel
import Statistics
import Testing
import GrowthloopStudies
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
    let outcome = try #require(try await study.run(on: Workers(2)).first)
    let habit = try #require(outcome.rules.first { $0.rule == .daily })
    let (shown, corrected) = (try #require(habit.exaggeration), try #require(habit.corrected))
    #expect(shown > 1.02)
    #expect(corrected < shown - 0.01)
    // Over all experiments, ended early or not, it is next to what the design shows: four standard
    // errors of a median of forty.
    let verdict = try #require(outcome.verdicts.first)
    let error = 1.2533 * verdict.deviation / verdict.estimand.value / 40.squareRoot()
    for rule in outcome.rules {
      #expect(abs(try #require(rule.corrected) - 1) < 4 * error, "\(rule)")
    }
  }
}
