import Invites
import Profiles
import SimulationKernel
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · one population, on any number of shards")
struct ShardTests {
  struct Result: Equatable {
    let log: EventLog
    let tally: Tally
    let atJudgement: Tally?
    let cascades: CascadeSizes
    let screens: [InviterScreen]
  }

  static func result(_ plan: GrowthPlan, seed: UInt64 = 8, shards: Int) throws -> Result {
    var run = try GrowthRun(plan, seed: seed, shards: shards)
    run.run()
    return Result(
      log: run.log, tally: run.tally, atJudgement: run.tallyAtJudgement, cascades: run.cascades,
      screens: run.inviterScreens(busiest: 5, and: [1, 70]))
  }

  @Test(arguments: ProfileID.allCases)
  func `events, counts, cascades and screens are the same on 1, 2, 3, 4 and 8 shards`(
    profile: ProfileID
  ) throws {
    var plan = DeterminismTests.plan(Profile(profile))
    plan.days = profile == .rin ? 60 : 20
    plan.profile.link.maxAcceptances = nil
    plan.behaviour.use.accountDeletionPerDay = 0.01
    plan.behaviour.use.returnOnPush = 0.5
    plan.behaviour.sharing.invitesAtHome = 2
    plan.behaviour.recipients.tap = 0.8
    plan.behaviour.recipients.install = 0.8
    plan.behaviour.arrivals.crowd = .init(installs: 500, after: .days(3), within: .hours(1))
    #expect(plan.reasonForOneShard == nil)
    let alone = try Self.result(plan, shards: 1)
    #expect(alone.log.count > 5_000 && alone.tally.credit.credited > 50)
    #expect(alone.tally.afterwards.returns > 10 && alone.cascades.trees > 10)
    for shards in profile == .rin ? [2, 3, 4, 8] : [3] {
      let divided = try Self.result(plan, shards: shards)
      #expect(divided.log == alone.log, "\(shards) shards")
      let isSame = divided == alone
      #expect(isSame, "\(shards) shards")
    }
  }

  @Test func `friends, fading novelty, costs, odds and placed seeds are the same on any number`()
    throws
  {
    var plan = DeterminismTests.plan()
    plan.days = 40
    plan.behaviour.arrivals.placement = .dense
    plan.behaviour.use.friendStay = 0.2
    plan.behaviour.use.friendActivity = 0.1
    plan.behaviour.use.returnOnPush = 0.5
    plan.behaviour.sharing.invitesAtHome = 2
    plan.behaviour.sharing.invitesShape = 0.7
    plan.behaviour.sharing.noveltyLift = 1
    plan.behaviour.sharing.dismissalCost = 0.2
    plan.behaviour.sharing.complaintCost = 0.3
    plan.behaviour.recipients.complaint = 0.1
    plan.behaviour.recipients.tap = 0.7
    plan.behaviour.recipients.install = 0.7
    plan.behaviour.recipients.inviterSpread = 1
    plan.behaviour.recipients.byNameOdds = 2
    plan.behaviour.recipients.channelOdds[.whatsapp] = 2
    plan.behaviour.recipients.repeatOdds = [1, 2, 0.5]
    let alone = try Self.result(plan, shards: 1)
    #expect(alone.log.count > 5_000 && alone.tally.credit.credited > 50)
    for shards in [2, 3, 8] {
      let isSame = try Self.result(plan, shards: shards) == alone
      #expect(isSame, "\(shards) shards")
    }
  }

  @Test(arguments: [10, 64, 130, 1_000], [1, 2, 3, 5, 8])
  func `each person has one place, on the shard that holds their partition`(
    people: Int, shards: Int
  ) {
    let shards = min(shards, Territory.mostShards(of: people))
    let territories = (0..<shards).map { Territory(of: people, shard: $0, of: shards) }
    var taken = territories.map { [Bool](repeating: false, count: $0.places) }
    for person in 0..<PersonNumber(people) {
      let shard = territories[0].shard(of: person, of: shards)
      let territory = territories[shard]
      #expect(territory.holds(territory.partition(of: person)))
      let place = territory.place(of: person)
      #expect(territory.person(at: place) == person)
      #expect(!taken[shard][Int(place)])
      taken[shard][Int(place)] = true
    }
    for partition in 0..<(1 << territories[0].partitionBits) as Range<UInt64> {
      #expect(territories.count { $0.holds(partition) } == 1)
      #expect(
        territories[0].people(in: partition)
          == (0..<PersonNumber(people)).count { territories[0].partition(of: $0) == partition })
    }
  }

  @Test func `an exhausted market passes its arrivals on, and finds the same people`() throws {
    var plan = DeterminismTests.plan()
    plan.behaviour.market.people = 1_000
    plan.behaviour.arrivals.seeds = 100
    plan.behaviour.arrivals.organicPerDay = 100
    plan.behaviour.arrivals.crowd = .init(installs: 300, after: .days(2), within: .hours(1))
    let alone = try Self.result(plan, shards: 1)
    #expect(alone.tally.arrivals.organic.unanswered > 100)
    for shards in [2, 3, 8] {
      let isSame = try Self.result(plan, shards: shards) == alone
      #expect(isSame, "\(shards) shards")
    }
  }
}
