import GrowthloopModel
import Profiles
import SimulationKernel
import Testing

@Suite("Growth · the same seed, the same people")
struct DeterminismTests {
  static func plan(_ profile: Profile = .rin) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.profile = profile
    plan.days = 30
    plan.behaviour.market.people = 5_000
    plan.behaviour.arrivals.seeds = 300
    plan.behaviour.arrivals.organicPerDay = 10
    return plan
  }

  @Test(arguments: [Profile.rin, .product, .design])
  func `a replication is the same every time, alone or beside another`(profile: Profile)
    async throws
  {
    let plan = Self.plan(profile)
    let outcome: @Sendable (Int) throws -> [UInt64] = { replication in
      var run = try GrowthRun(plan, seed: 8, replication: UInt32(replication))
      run.run()
      return [run.log.hash, run.log.count, UInt64(run.tally.sessions), UInt64(run.tally.taps.all)]
    }
    let alone = try await Workers(1).map(4, outcome)
    #expect(try await Workers(2).map(4, outcome) == alone)
    #expect(Set(alone).count == 4)
    #expect(alone.allSatisfy { $0[1] > 1_000 })
  }

  @Test func `a run that is interrupted says so`() throws {
    var plan = Self.plan()
    plan.behaviour.market.people = 50_000
    plan.behaviour.arrivals.seeds = 10_000
    var run = try GrowthRun(plan, seed: 8)
    let isWhole = run.run { _ in false }
    #expect(!isWhole)
    let isWholeAtLast = run.run()
    #expect(isWholeAtLast)
    var other = try GrowthRun(plan, seed: 8)
    other.run()
    #expect(run.log == other.log)
  }
}
