import Profiles
import RandomStreams
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · where the start members live")
struct SeedPlacementTests {
  private func seeds(
    _ placement: SeedPlacement, _ count: Int = 100, people: Int = 1_030, communities size: Int = 50
  ) throws -> [PersonNumber] {
    var plan = GrowthPlan()
    plan.behaviour.market.people = people
    plan.behaviour.market.communitySize = size
    plan.behaviour.arrivals.seeds = count
    plan.behaviour.arrivals.placement = placement
    let prepared = try PreparedGrowthPlan(plan, chance: .init(seed: 6))
    var found: [PersonNumber] = []
    Arrivals(of: prepared, in: Territory(of: people)).forEachMemberOfStart { found.append($0) }
    return found
  }

  @Test(arguments: SeedPlacement.allCases, [0, 1, 100, 1_030])
  func `there are as many as asked for, each once, and the same on any number of shards`(
    placement: SeedPlacement, count: Int
  ) throws {
    let found = try seeds(placement, count)
    #expect(found.count == count && Set(found).count == count)
    #expect(found.allSatisfy { $0 < 1_030 })
    var plan = GrowthPlan()
    plan.behaviour.market.people = 1_030
    plan.behaviour.arrivals.seeds = count
    plan.behaviour.market.communitySize = 50
    plan.behaviour.arrivals.placement = placement
    let prepared = try PreparedGrowthPlan(plan, chance: .init(seed: 6))
    var shards: [PersonNumber] = []
    for shard in 0..<3 {
      let territory = Territory(of: 1_030, shard: shard, of: 3)
      let arrivals = Arrivals(of: prepared, in: territory)
      arrivals.forEachMemberOfStart { shards.append($0) }
      var all: [PersonNumber] = []
      arrivals.forEachMemberOfStart(ofMarket: true) { all.append($0) }
      #expect(Set(all) == Set(found))
    }
    #expect(shards.sorted() == found.sorted())
  }

  @Test func `dense seeds fill communities one after another`() throws {
    let communities = try Set(seeds(.dense).map { $0 / 50 })
    #expect(communities.count <= 3)
  }

  @Test func `spread seeds come to each community alike`() throws {
    // Twenty whole communities, and one of thirty people.
    let found = try seeds(.spread, 84)
    for community in 0..<21 as Range<UInt64> {
      let there = found.count { $0 / 50 == community }
      #expect((3...5).contains(there), "\(community): \(there)")
    }
  }

  @Test func `connected seeds are those with the most contacts`() throws {
    var plan = GrowthPlan()
    plan.behaviour.market.people = 1_030
    let prepared = try PreparedGrowthPlan(plan, chance: .init(seed: 6))
    let contacts = (0..<1_030).map { prepared.acquaintances.contacts(of: $0) }
    let chosen = try Set(seeds(.connected))
    let fewest = chosen.map { contacts[Int($0)] }.min() ?? 0
    for person in 0..<1_030 as Range<UInt64> where !chosen.contains(person) {
      #expect(contacts[Int(person)] <= fewest)
    }
  }

  @Test(arguments: [SeedPlacement.dense, .spread, .connected])
  func `everyone else can still arrive`(placement: SeedPlacement) throws {
    var plan = GrowthPlan()
    plan.days = 30
    plan.behaviour.market.people = 300
    plan.behaviour.market.iOSShare = 1
    plan.behaviour.arrivals.seeds = 100
    plan.behaviour.arrivals.placement = placement
    plan.behaviour.arrivals.organicPerDay = 30
    var run = try GrowthRun(plan, seed: 1)
    run.run()
    #expect(run.tally.arrivals.organic.newcomers + run.tally.launches.invited == 200)
  }
}
