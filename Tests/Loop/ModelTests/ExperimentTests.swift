import GrowthloopModel
import Invites
import Profiles
import Prompts
import RandomStreams
import SimulationKernel
import Testing
import Vocabulary

@Suite("Growth · experiments within the loop")
struct ExperimentTests {
  /// An experiment whose variant is what `change` makes of the plan.
  static func experiment(
    in plan: GrowthPlan, share: Double = 0.5, after starts: Interval = .zero,
    changing change: (inout GrowthPlan) -> Void = { _ in }
  ) -> Experiment {
    var variant = plan
    change(&variant)
    var experiment = Experiment(
      [Experiment.Arm(variant.profile, variant.behaviour)],
      in: [Experiment.Stage(variants: [share])])
    experiment.starts = starts
    return experiment
  }

  struct Outcome: Equatable {
    let digest: UInt64
    let tally: Tally
  }

  static func outcome(of plan: GrowthPlan) throws -> Outcome {
    var run = try GrowthRun(plan, seed: 8)
    run.run()
    return Outcome(digest: run.log.hash, tally: run.tally)
  }

  static func record(of plan: GrowthPlan, seed: UInt64 = 8) throws -> TrialRecord {
    var run = try GrowthRun(plan, seed: seed)
    run.run()
    let record = run.experiment
    return try #require(record)
  }

  @Test(
    arguments: zip(
      Experiment.Unit.allCases,
      [Profile.rin, .product, .design, .rin, .product, .design, .rin]))
  func `an A/A experiment changes no byte of any other output`(
    unit: Experiment.Unit, profile: Profile
  ) throws {
    var plan = DeterminismTests.plan(profile)
    let without = try Self.outcome(of: plan)
    var experiment = Self.experiment(in: plan, after: .days(7))
    experiment.unit = unit
    experiment.inherits = 0.5
    plan.experiment = experiment
    #expect(try Self.outcome(of: plan) == without)
  }

  @Test func `with everybody in the variant from the start, the run is the variant's own`() throws {
    var plan = DeterminismTests.plan()
    // Invites that are on their way at the start are in no arm.
    plan.behaviour.arrivals.seedsAre = .cold
    let change: (inout GrowthPlan) -> Void = {
      $0.behaviour.recipients.tap = 0.6
      $0.behaviour.recipients.installDelay = .fixed(.hours(2))
      $0.behaviour.sharing.promptTap = 0.5
      $0.behaviour.firstRun.dropPerScreen = 0.01
      $0.profile.prompts.lifetimeMax = 2
    }
    var variant = plan
    change(&variant)
    plan.experiment = Self.experiment(in: plan, changing: change).everybody(in: 1)
    #expect(try Self.outcome(of: plan) == Self.outcome(of: variant))
    plan.experiment = Self.experiment(in: plan, changing: change).everybody(in: 0)
    let control = try Self.outcome(of: plan)
    plan.experiment = nil
    #expect(try control == Self.outcome(of: plan))
  }

  @Test func `P-PLN-09: a larger share of the variant only ever adds people`() throws {
    var plan = DeterminismTests.plan()
    var treated: Set<UInt64> = []
    for share in [0.1, 0.25, 0.5, 1] {
      plan.experiment = Self.experiment(in: plan, share: share)
      let record = try Self.record(of: plan)
      let exposed = record.members.filter { $0.exposed != TrialRecord.never }
      let now = Set(exposed.filter { $0.arm == 1 }.map(\.person))
      #expect(now.isSuperset(of: treated))
      let (count, all) = (Double(now.count), Double(exposed.count))
      // Six standard errors of a binomial share.
      #expect(abs(count / all - share) <= 6 * (share * (1 - share) / all).squareRoot())
      treated = now
    }
  }

  @Test func `stages move on at their time, and nobody is in the experiment before its start`()
    throws
  {
    var plan = DeterminismTests.plan()
    plan.behaviour.sharing.visit = 0.1
    plan.behaviour.arrivals.seedsAre = .warm
    var experiment = Self.experiment(in: plan, after: .days(5))
    experiment.stages = [
      Experiment.Stage(variants: [0.1], control: 0.1),
      Experiment.Stage(after: .days(10), variants: [0.5], control: 0.1),
    ]
    plan.experiment = experiment
    let record = try Self.record(of: plan)
    let day: UInt32 = 86_400
    let first = record.begins
    #expect(first > 0)
    #expect(
      record.members.allSatisfy {
        $0.exposed == TrialRecord.never || $0.exposed >= first + 5 * day
      })
    func share(from: UInt32, to: UInt32, arm: UInt8) -> Double {
      let sent = record.invites.filter { $0.sent >= first + from && $0.sent < first + to }
      return Double(sent.count { $0.arm == arm }) / Double(max(1, sent.count))
    }
    #expect(share(from: 0, to: 5 * day, arm: TrialRecord.outside) == 1)
    #expect(abs(share(from: 5 * day, to: 15 * day, arm: 1) - 0.1) < 0.1)
    #expect(abs(share(from: 15 * day, to: 30 * day, arm: 1) - 0.5) < 0.15)
  }

  @Test func `an invite keeps the arm of its creation, whatever its recipient's`() throws {
    var plan = GrowthPlan.branching(people: 20_000, invites: 2, days: 20)
    plan.begin(with: 300)
    // Only the variant's invites are ever tapped.
    plan.behaviour.recipients.tap = 0
    plan.experiment = Self.experiment(in: plan) { $0.behaviour.recipients.tap = 1 }
    let record = try Self.record(of: plan, seed: 3)
    #expect(record.invites.count { $0.arm == 0 } > 200)
    for invite in record.invites where invite.arm == 0 {
      #expect(invite.tapped == TrialRecord.never)
    }
    let early = record.invites.filter { $0.arm == 1 && $0.sent < 19 * 86_400 }
    #expect(early.count > 200 && early.allSatisfy { $0.tapped == $0.sent + 3_600 })
  }

  @Test(arguments: [0, 0.4, 1])
  func `an invitee inherits the inviter's arm with the given probability`(q: Double) throws {
    var plan = GrowthPlan.branching(people: 200_000, invites: 1.1, days: 12)
    plan.begin(with: 1_000)
    var experiment = Self.experiment(in: plan)
    experiment.inherits = q
    plan.experiment = experiment
    let record = try Self.record(of: plan, seed: 4)
    let invited = record.members.filter { $0.inviter != TrialRecord.never }
    let alike = Double(invited.count { $0.arm == record.members[Int($0.inviter)].arm })
    let count = Double(invited.count)
    let expected = q + (1 - q) / 2
    #expect(count > 2_000)
    // Six standard errors, and none where chance has no part.
    let error = (expected * (1 - expected) / count).squareRoot()
    #expect(abs(alike / count - expected) <= 6 * error)
  }

  @Test func `newcomers alone are assigned where they are the unit`() throws {
    var plan = DeterminismTests.plan()
    var experiment = Self.experiment(in: plan, after: .days(10)) {
      $0.behaviour.firstRun.dropPerScreen = 0.9
    }
    experiment.unit = .newcomer
    plan.experiment = experiment
    let record = try Self.record(of: plan)
    let start = record.begins + 10 * 86_400
    let late = record.members.filter { $0.joined >= start }
    #expect(late.count > 50)
    #expect(late.allSatisfy { $0.arm != TrialRecord.outside })
    for member in record.members where member.joined < start {
      #expect(member.arm == TrialRecord.outside)
    }
    let (control, variant) = (late.filter { $0.arm == 0 }, late.filter { $0.arm == 1 })
    let atHome = { (arm: [TrialRecord.Member]) in
      Double(arm.count { $0.home != TrialRecord.never }) / Double(arm.count)
    }
    #expect(atHome(control) > 0.4)
    #expect(atHome(variant) < 0.05)
  }

  @Test func `by time, all people are in one arm, period after period`() throws {
    var plan = DeterminismTests.plan()
    var experiment = Self.experiment(in: plan)
    experiment.unit = .time
    experiment.alternates = true
    experiment.period = .days(3)
    plan.experiment = experiment
    let record = try Self.record(of: plan)
    #expect(record.invites.count > 50)
    for invite in record.invites {
      // A share may begin in one period and end in the next.
      let (period, time) = (invite.sent - record.begins).quotientAndRemainder(
        dividingBy: 3 * 86_400)
      if time > 3_600 { #expect(invite.arm == UInt8(period % 2)) }
    }
  }

  /// 20,000 start members who stay, with two sessions a day at any hour, in a market without invites.
  private func users(freshStarts: Double, days: Int = 20) -> GrowthPlan {
    var plan = GrowthPlan.branching(people: 40_000, invites: 0, days: days)
    plan.behaviour.arrivals.seeds = 20_000
    plan.behaviour.use.sessionsPerDay = 2
    plan.behaviour.use.retentionMeans = .stay
    plan.behaviour.use.retention = [1: 0.999_999, 14: 0.999_998, 30: 0.999_997]
    plan.behaviour.use.dailyRhythm = 0
    plan.behaviour.use.weekendLift = 0
    plan.behaviour.use.freshStarts = freshStarts
    plan.behaviour.sharing.visit = 0
    plan.behaviour.sharing.promptTap = 0
    return plan
  }

  @Test(arguments: [0.1, 0.5])
  func `who reads flags at fresh starts alone meets the arm after an exponential time`(
    freshStarts: Double
  ) throws {
    var plan = users(freshStarts: freshStarts)
    plan.experiment = Self.experiment(in: plan, after: .days(5))
    let record = try Self.record(of: plan)
    let count = Double(record.members.count)
    for days in [1, 3, 10] {
      let met = record.members.count { $0.exposed <= record.begins + UInt32(5 + days) * 86_400 }
      let expected = 1 - Double.exp(-2 * freshStarts * Double(days))
      // Six standard errors.
      let error = (expected * (1 - expected) / count).squareRoot()
      #expect(abs(Double(met) / count - expected) < 6 * error)
    }
    let arms = record.members.filter { $0.exposed != TrialRecord.never }.map(\.arm)
    let variant = Double(arms.count { $0 == 1 }) / Double(arms.count)
    // Late flags change the sizes of no arm.
    #expect(abs(variant - 0.5) < 6 * 0.5 / Double(arms.count).squareRoot())
  }

  @Test(arguments: [1, 2, 4])
  func `whoever has not read that a change is off keeps it`(days: Int) throws {
    var plan = users(freshStarts: 0.25, days: 20 + days)
    var experiment = Self.experiment(in: plan)
    experiment.stages = [
      Experiment.Stage(variants: [1], control: 0),
      Experiment.Stage(after: .days(20), variants: [0], control: 1),
    ]
    plan.experiment = experiment
    let record = try Self.record(of: plan)
    let kept = record.members.count { $0.arm == 1 }
    // Nobody reads in (0, days]; after 20 days nearly all had read that it was on.
    let expected = Double.exp(-0.5 * Double(days)) * (1 - Double.exp(-10))
    let count = Double(record.members.count)
    let error = (expected * (1 - expected) / count).squareRoot()
    #expect(abs(Double(kept) / count - expected) < 6 * error)
  }

  @Test func `whoever reads flags late lives under those of before, and nothing else changes`()
    throws
  {
    var plan = DeterminismTests.plan()
    plan.behaviour.use.freshStarts = 0.2
    let without = try Self.outcome(of: plan)
    plan.experiment = Self.experiment(in: plan, after: .days(7))
    #expect(try Self.outcome(of: plan) == without)
    // Without a flag, nobody reads any.
    plan.behaviour.use.freshStarts = 1
    plan.experiment = nil
    #expect(try Self.outcome(of: plan) == without)
    // Prompts that only the variant shows are shown to those who have read it.
    plan.behaviour.use.freshStarts = 0.2
    plan.profile.prompts.triggers = []
    plan.experiment = Self.experiment(in: plan, share: 1, after: .days(7)) {
      $0.profile.prompts = Profile.rin.prompts
    }
    let record = try Self.record(of: plan)
    let shown = record.moments.filter { $0.kind == .promptShown }
    #expect(shown.count > 20)
    #expect(shown.allSatisfy { $0.at >= record.members[Int($0.member)].exposed })
  }

  /// A second installation is a unit of its own until both have signed up: where an arm lets c sign up,
  /// and both arms c̄ in the mean, c c̄ of its second installations are merged away.
  @Test func `a second installation is merged once both have signed up, and nothing else knows`()
    throws
  {
    var plan = GrowthPlan.branching(people: 40_000, invites: 0, days: 3)
    plan.behaviour.arrivals.seeds = 0
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 20_000, after: .zero, within: .days(1))
    plan.behaviour.firstRun = FirstRun()
    plan.behaviour.firstRun.dropPerScreen = 0
    plan.behaviour.firstRun.wrongCode = 0
    plan.behaviour.firstRun.wrongNumber = 0
    plan.behaviour.firstRun.dropAtCode = 0.6
    var experiment = Self.experiment(in: plan) { $0.behaviour.firstRun.dropAtCode = 0.1 }
    experiment.unit = .newcomer
    plan.experiment = experiment
    let without = try Self.outcome(of: plan)
    plan.behaviour.firstRun.secondStart = 0.4
    plan.experiment?.variants[0].behaviour.firstRun.secondStart = 0.4
    #expect(try Self.outcome(of: plan) == without)
    let record = try Self.record(of: plan)
    let second = record.members.filter { $0.secondArm != TrialRecord.outside }
    let count = Double(record.members.count)
    #expect(abs(Double(second.count) / count - 0.4) < 6 * (0.24 / count).squareRoot())
    #expect(record.members.allSatisfy { !$0.isMerged || $0.secondArm != TrialRecord.outside })
    for (arm, completing) in [(UInt8(0), 0.4), (1, 0.9)] {
      let own = second.filter { $0.secondArm == arm }
      let expected = completing * 0.65
      let merged = Double(own.count(where: \.isMerged)) / Double(own.count)
      let error = (expected * (1 - expected) / Double(own.count)).squareRoot()
      #expect(abs(merged - expected) < 6 * error)
      // Arms of second installations are drawn apart from those of the first.
      let alike = Double(own.count { $0.firstRunArm == arm }) / Double(own.count)
      #expect(abs(alike - 0.5) < 6 * 0.5 / Double(own.count).squareRoot())
    }
  }

  @Test(arguments: [Experiment.Unit.community, .ego])
  func `clusters are assigned whole`(unit: Experiment.Unit) throws {
    var plan = DeterminismTests.plan()
    plan.behaviour.market.communitySize = 50
    var experiment = Self.experiment(in: plan)
    experiment.unit = unit
    plan.experiment = experiment
    let record = try Self.record(of: plan)
    let clusters = Dictionary(
      grouping: record.members.filter { $0.arm != TrialRecord.outside }, by: \.cluster)
    #expect(clusters.count > 20 && clusters.values.contains { $0.count > 3 })
    for members in clusters.values { #expect(Set(members.map(\.arm)).count == 1) }
  }

  @Test(arguments: Experiment.Unit.allCases)
  func `arms may differ in everything that the model keeps of people`(
    unit: Experiment.Unit
  ) throws {
    var plan = DeterminismTests.plan(.design)
    var experiment = Self.experiment(in: plan, after: .days(3)) {
      $0.behaviour.use.friendStay = 0.1
      $0.behaviour.use.friendActivity = 0.1
      $0.behaviour.recipients.repeatOdds = [1, 0.5, 0.2]
      $0.behaviour.sharing.dismissalCost = 0.2
      $0.profile.prompts = Profile.rin.prompts
      $0.profile.prompts.dismissScope = .perTrigger
      $0.profile.link = Profile.product.link
      $0.profile.history = Profile.rin.history
      $0.profile.limits = Profile.rin.limits
    }
    experiment.unit = unit
    experiment.inherits = 0.3
    experiment.period = .days(2)
    plan.experiment = experiment
    let record = try Self.record(of: plan)
    #expect(record.members.count > 300 && record.invites.count > 20)
    // The other way round: the control is the one that keeps more.
    let variant = try #require(experiment.variants.first)
    experiment.variants = [Experiment.Arm(plan.profile, plan.behaviour)]
    plan.profile = variant.profile
    plan.behaviour = variant.behaviour
    plan.experiment = experiment
    #expect(try Self.record(of: plan).members.count > 300)
  }
}
