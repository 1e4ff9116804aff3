import GrowthloopModel
import Profiles
import SimulationKernel
import Statistics
import Testing
import GrowthloopStudies
import Vocabulary

@Suite("Trials · an experiment, before it is run")
struct TrialStudyTests {
  /// People who come home and invite; a third of the invites lead home.
  static func plan(people: Int = 200_000, invites: Double = 1.2, days: Int = 12) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = days
    plan.profile.plans.previewFetchesPerSend = 0
    plan.behaviour.market.people = people
    plan.behaviour.market.communityShare = 0
    plan.behaviour.market.iOSShare = 1
    plan.behaviour.arrivals.seeds = 0
    plan.behaviour.arrivals.organicPerDay = 0
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 100, after: .zero, within: .zero)
    plan.behaviour.use.sessionsPerDay = 0
    plan.behaviour.use.returnOnPush = 0
    plan.behaviour.sharing.invitesAtHome = invites
    plan.behaviour.recipients.tap = 1 / 3
    plan.behaviour.recipients.tapDelay = .fixed(.hours(1))
    plan.behaviour.recipients.install = 1
    plan.behaviour.recipients.installDelay = .fixed(.zero)
    plan.behaviour.recipients.launchDelay = .fixed(.zero)
    plan.behaviour.firstRun.dropPerScreen = 0
    plan.behaviour.firstRun.dropAtCode = 0
    plan.behaviour.firstRun.perScreen = .fixed(.zero)
    plan.behaviour.firstRun.codeTime = .fixed(.zero)
    plan.behaviour.firstRun.syncTime = .fixed(.zero)
    plan.behaviour.firstRun.wrongCode = 0
    plan.behaviour.firstRun.wrongNumber = 0
    return plan
  }

  static func study(
    _ plan: GrowthPlan, _ designs: [TrialDesign], metric: TrialMetric = .tapped,
    inherits: Double = 0, changing change: (inout GrowthPlan) -> Void
  ) -> TrialStudy {
    var variant = plan
    change(&variant)
    var experiment = Experiment(
      [Experiment.Arm(variant.profile, variant.behaviour)],
      in: [Experiment.Stage(variants: [0.5])])
    experiment.inherits = inherits
    var study = TrialStudy(plan, experiment, metric: metric, designs: designs, looks: [.days(5)])
    study.maturity = .days(1)
    study.replications = 20
    study.redraws = 40
    return study
  }

  @Test
  func `independent taps are told without bias, with honest intervals and the power on paper`()
    async throws
  {
    let study = Self.study(Self.plan(), [TrialDesign(.invite), TrialDesign(.user)]) {
      $0.behaviour.recipients.tap = 0.4
    }
    let outcome = try #require(try await study.run(on: Workers(2)).first)
    let truth = try #require(outcome.truth())
    // Four standard errors.
    #expect(abs(truth.effect.value - (0.4 - 1 / 3)) < 2 * truth.effect.halfWidth)
    let verdicts = outcome.verdicts
    // Nobody sent anything before, so there is nothing to take out.
    #expect(
      verdicts.map(\.estimator).filter { $0 != .exposure }
        == [.ratio, .difference, .ratio, .difference])
    for verdict in verdicts where verdict.estimator != .exposure {
      #expect(verdict.bias.value.magnitude < 2 * verdict.bias.halfWidth, "\(verdict)")
      // Four standard errors of a standard deviation from twenty runs.
      #expect(abs(verdict.claimed - 1) < 4 / (2 * 19).squareRoot())
      #expect(verdict.coverage.high > 0.93)
      let falseAlarms = try #require(verdict.falseAlarms)
      #expect(falseAlarms.contains(0.05) || abs(falseAlarms.value - 0.05) < 0.1)
    }
  }

  @Test func `who shares recipients overstates: the truth is smaller than what inviters show`()
    async throws
  {
    // Two hundred recipients, each of whom several inviters ask.
    var plan = Self.plan(people: 1_500, invites: 3)
    plan.behaviour.recipients.tap = 0.6
    let study = Self.study(plan, [TrialDesign(.user)], metric: .brought) {
      $0.behaviour.sharing.invitesAtHome = 4.5
    }
    let outcome = try #require(try await study.run(on: Workers(2)).first)
    let truth = try #require(outcome.truth())
    let verdict = try #require(outcome.verdicts.first { $0.estimator == .ratio })
    #expect(verdict.bias.low > 0)
    #expect(verdict.estimand.value > 1.2 * truth.effect.value)
  }

  @Test func `the same outcome for any number of workers`() async throws {
    var study = Self.study(Self.plan(), [TrialDesign(.user)]) {
      $0.behaviour.recipients.tap = 0.4
    }
    study.replications = 10
    study.redraws = 10
    let one = try await study.run(on: Workers(1)).flatMap(\.verdicts).map { "\($0)" }
    #expect(try await study.run(on: Workers(2)).flatMap(\.verdicts).map { "\($0)" } == one)
    #expect(!one.isEmpty)
  }

  @Test(arguments: [true, false])
  func `P-EXP-04 · invited newcomers return who are there in the second week, and no others`(
    stays: Bool
  ) throws {
    var plan = Self.plan(people: 3_000, days: 30)
    plan.behaviour.use.sessionsPerDay = 5
    plan.behaviour.use.retentionMeans = .stay
    plan.behaviour.use.retention = [1: 1, 14: stays ? 1 : 0.000_001, 30: stays ? 1 : 0.000_001]
    var experiment = Experiment(
      [Experiment.Arm(plan.profile, plan.behaviour)], in: [Experiment.Stage(variants: [0.5])])
    experiment.unit = .newcomer
    plan.experiment = experiment
    var run = try GrowthRun(plan, seed: 5)
    run.run()
    let found = run.experiment
    let record = try #require(found)
    let rows = TrialRows(
      .invitedReturns, of: record, design: TrialDesign(.newcomer), maturity: 86_400
    ).rows
    let invited = record.members.count { $0.inviter != TrialRecord.never }
    #expect(invited > 50 && rows.count == invited)
    #expect(record.members.count > invited, "the crowd came without an invite")
    let returned = rows.count { $0.value == 1 }
    // Who came on the last days could not return before the end.
    let seen = rows.count { $0.at <= record.ends }
    #expect(stays ? returned >= seen : returned < seen / 5, "\(returned) of \(seen)")
  }
}
