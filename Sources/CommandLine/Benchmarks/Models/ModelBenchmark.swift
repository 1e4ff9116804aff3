public import GrowthModel
import Profiles
import SimulationKernel

/// How fast the growth model runs, and how much memory it takes, as markets grow.
public struct ModelBenchmark: Sendable {
  /// One line of the table.
  public struct Row: Encodable, Sendable {
    public let plan: String
    public let people: Int
    public let days: Int
    public let events: UInt64
    public let seconds: Double
    public let bytesPerPerson: Double
    public let members: Int

    public var eventsPerSecond: Double { Double(events) / seconds }
  }

  public init() {}

  /// Runs `plan` once and takes the time.
  public func measure(_ name: String, _ plan: GrowthPlan, seed: UInt64 = 1) throws -> Row {
    var run = try GrowthRun(plan, seed: seed)
    let elapsed = ContinuousClock().measure { run.run() }
    let people = plan.behaviour.market.people
    return Row(
      plan: name, people: people, days: plan.days, events: run.log.count,
      seconds: elapsed / .seconds(1), bytesPerPerson: Double(run.bytes.people) / Double(people),
      members: run.tally.launches.organic + run.tally.launches.invited)
  }

  /// The diffusion of invites in its plainest form: sessions with prompts under the rules, invites at
  /// a rate to random people, taps, last-click conflicts, the window, acceptance.
  public static func diffusion(people: Int) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = 90
    var behaviour = Behaviour()
    behaviour.market.people = people
    behaviour.market.communityShare = 0
    behaviour.market.iOSShare = 1
    behaviour.arrivals.seeds = people / 10
    behaviour.arrivals.organicPerDay = 0
    behaviour.use.sessionsPerDay = 0.3
    behaviour.use.dailyRhythm = 0
    behaviour.use.weekendLift = 0
    behaviour.use.retentionDay1 = 1
    behaviour.use.retentionDay14 = 1
    behaviour.use.retentionDay30 = 1
    behaviour.sharing.visit = 0
    behaviour.sharing.invitesPerDay = 0.1
    behaviour.sharing.propensityShape = 1
    behaviour.recipients.tap = 0.5
    plan.profile.plans.previewFetchesPerSend = 0
    behaviour.recipients.install = 0.5
    behaviour.firstRun.dropAtCode = 0
    behaviour.firstRun.dropPerScreen = 0
    plan.behaviour = behaviour
    return plan
  }

  /// The default behaviour under Rin's rules.
  public static func baseline(people: Int) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.behaviour.market.people = people
    plan.behaviour.arrivals.seeds = people / 100
    plan.behaviour.arrivals.organicPerDay = Double(people) / 1_000
    return plan
  }
}
