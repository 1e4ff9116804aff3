import Invites
import Profiles
import RandomStreams
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · founders, keener members and limits, against laws of branching")
struct InviterKindTests {
  /// Newcomers who invite on reaching home, each invite of whom leads home with the chance `tap`.
  private func plan(founders: Int, invites: Double, tap: Double = 1, days: Int = 6) -> GrowthPlan {
    var plan = GrowthPlan.branching(people: 4_000_000, invites: invites, days: days)
    plan.behaviour.recipients.tap = tap
    plan.begin(with: founders)
    return plan
  }

  /// The sizes of the trees of a run, with the proportion of its members who are keen.
  private func trees(_ plan: GrowthPlan, seed: UInt64 = 3) throws -> (sizes: [Int], keen: Double) {
    var run = try GrowthRun(plan, seed: seed)
    run.run()
    let members = run.shards[0].simulation.model.members.count
    let keen = (0..<members).count {
      run.shards[0].simulation.model.rest[$0].kind.contains(.keen)
    }
    return (run.cascadeSizes, Double(keen) / Double(members))
  }

  private func mean(_ sizes: [Int]) throws -> Estimate {
    var moments = RunningMoments()
    for size in sizes { moments.record(Double(size)) }
    return try #require(moments.meanEstimate(confidence: 0.999))
  }

  @Test func `founders who invite thrice as much have trees of their own mean, and lone ones too`()
    throws
  {
    var plan = plan(founders: 4_000, invites: 0.5)
    plan.behaviour.sharing.founderFactor = 3
    let sizes = try trees(plan).sizes
    // Poisson of 1.5, each with a tree of 1 / (1 − 0.5) below it.
    let size = try mean(sizes)
    #expect(size.contains(1 + 1.5 / 0.5) && size.halfWidth < 0.3)
    let alone = Proportion(sizes.count { $0 == 1 }, of: sizes.count)
    #expect(try #require(alone.wilson(confidence: 0.999)).contains(Double.exp(-1.5)))
  }

  @Test(arguments: [(0.0, 25.0 / 17, 0.2), (0.5, 11.0 / 7, 3.0 / 11), (1.0, 2.0, 0.5)])
  func `keen members bring keen ones as often as their likeness says, up to breeding true`(
    likeness: Double, size: Double, keen: Double
  ) throws {
    // A fifth of the founders brings 0.8, the others 0.2: with M the means by both kinds, a tree has
    // p (I − M)⁻¹ 1 members.
    var plan = plan(founders: 20_000, invites: 0.2)
    plan.behaviour.sharing.keenShare = 0.2
    plan.behaviour.sharing.keenFactor = 4
    plan.behaviour.sharing.keenLikeness = likeness
    let found = try trees(plan)
    let mean = try mean(found.sizes)
    #expect(mean.contains(size) && mean.halfWidth < 0.15, "\(mean)")
    #expect(abs(found.keen - keen) < 0.03, "\(found.keen)")
  }

  @Test func `a limit of invites in a life cuts their law, and the trees with it`() throws {
    var plan = plan(founders: 4_000, invites: 2, tap: 0.4)
    plan.behaviour.sharing.mostInvites = 2
    let sizes = try trees(plan).sizes
    // min(N, 2) of a Poisson N of mean 2, each of which leads home with 0.4.
    let (none, one) = (Double.exp(-2), 2 * Double.exp(-2))
    let two = 1 - none - one
    let size = try mean(sizes)
    #expect(size.contains(1 / (1 - 0.4 * (one + 2 * two))) && size.halfWidth < 0.3)
    let alone = Proportion(sizes.count { $0 == 1 }, of: sizes.count)
    let law = none + 0.6 * one + 0.36 * two
    #expect(try #require(alone.wilson(confidence: 0.999)).contains(law))
  }

  /// How many invites each person sent, by the day.
  private func sent(_ plan: GrowthPlan) throws -> (byDay: [[UInt32]: Int], tally: Tally) {
    let witness = Witness()
    var byDay: [[UInt32]: Int] = [:]
    witness.noted = { event, person, moment in
      guard case .invited = event else { return }
      let day = UInt32((moment - plan.start).milliseconds / 86_400_000)
      byDay[[person, day], default: 0] += 1
    }
    let tally = try witness.follow(plan, seed: 6)
    return (byDay, tally)
  }

  @Test func `a limit of invites in a life binds all ways to invite`() throws {
    var plan = try LivelyTown.plan(.rin)
    plan.behaviour.sharing.invitesAtHome = 2
    plan.behaviour.sharing.invitesPerDay = 0.1
    var lives: [UInt32: Int] = [:]
    for (key, count) in try sent(plan).byDay { lives[key[0], default: 0] += count }
    #expect(lives.values.count { $0 > 4 } > 20)
    plan.behaviour.sharing.mostInvites = 4
    lives = [:]
    for (key, count) in try sent(plan).byDay { lives[key[0], default: 0] += count }
    #expect(lives.values.max() == 4)
  }

  @Test(arguments: [LimitPolicy.Counted.created, .sent])
  func `P-LIM-01 · the day's limit binds invites on reaching home, and counts what it refuses`(
    kind: LimitPolicy.Counted
  ) throws {
    var plan = plan(founders: 3_000, invites: 5, tap: 0, days: 2)
    plan.profile.limits.dailyInvites = 2
    plan.profile.limits.dailyCounts = kind
    let (byDay, tally) = try sent(plan)
    #expect(byDay.values.max() == 2)
    // min(N, 2) of a Poisson N of mean 5 has the mean 1.95283 and the variance 0.0592.
    let sent = byDay.values.reduce(0, +)
    #expect(abs(Double(sent) / 3_000 - 1.952_83) < 3.3 * (0.0592 / 3_000).squareRoot())
    let refused = try #require(tally.shares.refusedByRule["P-LIM-01"])
    #expect(abs(Double(sent + refused) / 3_000 - 5) < 3.3 * (5.0 / 3_000).squareRoot())
  }

  @Test func `P-LIM-01 · the day's limit binds what members send outside of the app's screens`()
    throws
  {
    var plan = plan(founders: 200, invites: 0, tap: 0, days: 12)
    plan.behaviour.use.retentionMeans = .stay
    plan.behaviour.sharing.invitesPerDay = 4
    plan.profile.calendar.day = .userLocalMidnight
    plan.profile.limits.dailyInvites = 3
    let (byDay, tally) = try sent(plan)
    #expect(byDay.values.max() == 3)
    #expect(byDay.values.count { $0 == 3 } > 100)
    #expect(try #require(tally.shares.refusedByRule["P-LIM-01"]) > 100)
  }

  @Test func `depth is counted to its end, as the chain of inviters has it`() throws {
    var run = try GrowthRun(plan(founders: 400, invites: 0.95, days: 12), seed: 5)
    run.run()
    let depth = run.tally.afterwards.depth
    let count = run.shards[0].simulation.model.members.count
    var places: [PersonNumber: Int] = [:]
    var recount: [Int] = []
    for place in 0..<count {
      let member = run.shards[0].simulation.model.members[place]
      // Inviters come before those whom they bring.
      let own = member.inviter.map { (places[$0] ?? 0) + 1 } ?? 0
      places[member.person] = own
      guard own > 0 else { continue }
      while recount.count <= own { recount.append(0) }
      recount[own] += 1
    }
    #expect(recount.count > 40)
    #expect(depth == recount)
  }

  @Test func `the keys of kinds and limits move no draw where they are at rest`() throws {
    let plain = DeterminismTests.plan()
    var same = plain
    same.behaviour.sharing.keenShare = 0.5
    same.behaviour.sharing.keenLikeness = 0.7
    same.behaviour.sharing.mostInvites = 60_000
    #expect(
      try ShardTests.result(plain, shards: 1).tally == ShardTests.result(same, shards: 1).tally)
  }

  @Test func `kinds and limits are the same on any number of shards`() throws {
    var plan = DeterminismTests.plan()
    plan.days = 40
    plan.behaviour.sharing.invitesAtHome = 2
    plan.behaviour.sharing.founderFactor = 0.5
    plan.behaviour.sharing.keenShare = 0.3
    plan.behaviour.sharing.keenFactor = 3
    plan.behaviour.sharing.keenLikeness = 0.8
    plan.behaviour.sharing.mostInvites = 6
    plan.behaviour.recipients.tap = 0.8
    plan.behaviour.recipients.install = 0.8
    let alone = try ShardTests.result(plan, shards: 1)
    #expect(alone.tally.credit.credited > 50)
    for shards in [2, 3, 8] {
      let isSame = try ShardTests.result(plan, shards: shards) == alone
      #expect(isSame, "\(shards) shards")
    }
  }
}
