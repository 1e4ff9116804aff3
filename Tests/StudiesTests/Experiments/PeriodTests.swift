import GrowthloopModel
import Profiles
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Trials · what members do, period by period, and how many they become")
struct PeriodTests {
  /// 100 members, and newcomers by themselves; all invite when they use the app.
  private static func plan() -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = 25
    plan.profile.plans.previewFetchesPerSend = 0
    plan.behaviour.market.people = 5_000
    plan.behaviour.arrivals.seeds = 100
    plan.behaviour.arrivals.organicPerDay = 10
    plan.behaviour.sharing.visit = 0.2
    return plan
  }

  private static func study(
    _ metric: TrialMetric, _ designs: [TrialDesign], changing change: (inout GrowthPlan) -> Void
  ) -> TrialStudy {
    var study = TrialStudyTests.study(plan(), designs, metric: metric, changing: change)
    study.experiment.starts = .days(3)
    study.experiment.period = .days(2)
    study.looks = [.days(22)]
    study.maturity = .days(5)
    return study
  }

  @Test(arguments: [TrialMetric.sends, .brought])
  func `by period members' doings count for the period in which they were done`(
    metric: TrialMetric
  ) async throws {
    // Members have more time than a period: the arm of the last session was that of chance.
    var study = Self.study(metric, [TrialDesign(.time, period: .days(2))]) {
      $0.behaviour.sharing.visit = 0.5
    }
    study.replications = 20
    study.redraws = 100
    let outcome = try #require(try await study.run(on: Workers(2)).first)
    let truth = try #require(outcome.truth())
    #expect(truth.effect.low > 0)
    let verdict = try #require(outcome.verdicts.first { $0.estimator == .cluster })
    // Shown by the last session's arm: a third of it.
    #expect(
      verdict.estimand.value > 0.7 * truth.effect.value, "\(verdict.estimand) of \(truth.effect)")
    #expect(verdict.bias.value.magnitude < 2 * verdict.bias.halfWidth + 0.15 * truth.effect.value)
    #expect(try #require(verdict.falseAlarms).low < 0.06)
  }

  @Test func `the parts of a member's time by period are one, and hold all that was done`() throws {
    var plan = Self.plan()
    var experiment = Experiment(
      [Experiment.Arm(plan.profile, plan.behaviour)], in: [Experiment.Stage(variants: [0.5])])
    experiment.unit = .time
    experiment.starts = .days(3)
    experiment.period = .days(2)
    plan.experiment = experiment
    var run = try GrowthRun(plan, seed: 3)
    run.run()
    let found = run.experiment
    let record = try #require(found)
    func rows(_ metric: TrialMetric, _ unit: Experiment.Unit) -> [TrialRows.Row] {
      TrialRows(
        metric, of: record, design: TrialDesign(unit, period: .days(2)), maturity: 7 * 86_400
      ).rows
    }
    for metric in [TrialMetric.sends, .senders, .brought, .returns] {
      let (parts, whole) = (rows(metric, .time), rows(metric, .user))
      #expect(parts.count > 3 * whole.count)
      let byMember = Dictionary(grouping: parts, by: \.member)
      #expect(byMember.count == whole.count)
      for row in whole {
        let own = byMember[row.member] ?? []
        #expect(abs(own.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
        #expect(own.reduce(0) { $0 + $1.value } == row.value)
      }
      for part in parts where Int(part.cluster) < record.periods.count - 1 {
        #expect(part.arm == record.periods[Int(part.cluster)])
      }
    }
  }

  @Test func `growth is told by community, and hides from a split of people`() async throws {
    var study = Self.study(.invited, [TrialDesign(.community), TrialDesign(.user)]) {
      $0.behaviour.recipients.tap = 0.8
    }
    study.plan.behaviour.market.communitySize = 100
    study.plan.behaviour.market.communityShare = 1
    study.experiment.variants[0].behaviour.market = study.plan.behaviour.market
    study.replications = 16
    study.redraws = 0
    let outcome = try #require(try await study.run(on: Workers(2)).first)
    let truth = try #require(outcome.truth())
    #expect(truth.effect.low > 0)
    let verdicts = outcome.verdicts
    let community = try #require(verdicts.first { $0.design.unit == .community })
    // Four standard errors.
    #expect(community.bias.value.magnitude < 2 * community.bias.halfWidth, "\(community)")
    let user = try #require(verdicts.first { $0.design.unit == .user })
    #expect(user.estimand.value < truth.effect.value / 2, "\(user.estimand) of \(truth.effect)")
  }

  @Test func `members of both worlds are those of two plain runs`() async throws {
    var study = Self.study(.members, [TrialDesign(.community)]) {
      $0.behaviour.recipients.tap = 0.8
    }
    study.experiment.starts = .zero
    // Invites from before an experiment are outside of it, where a plain run has its own chance of a tap.
    study.plan.behaviour.arrivals.seedsAre = .cold
    study.replications = 3
    study.redraws = 0
    let outcome = try #require(try await study.run(on: Workers(1)).first)
    let truth = try #require(outcome.truth())
    func members(_ number: Int, tap: Double) throws -> Double {
      var plan = study.plan
      plan.behaviour.recipients.tap = tap
      var run = try GrowthRun(plan, seed: study.seed, replication: UInt32(number))
      run.run()
      let launches = run.tally.launches
      return Double(plan.behaviour.arrivals.seeds + launches.organic + launches.invited)
    }
    let usual = study.plan.behaviour.recipients.tap
    let (control, variant) = try (0..<3).reduce(into: (0.0, 0.0)) { sums, number in
      sums.0 += try members(number, tap: usual) / 3
      sums.1 += try members(number, tap: 0.8) / 3
    }
    #expect(abs(truth.control - control) < 0.01 * control)
    #expect(abs(truth.effect.value - (variant - control)) < 0.02 * (variant - control))
  }
}
