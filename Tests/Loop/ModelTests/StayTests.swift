import Profiles
import RandomStreams
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · what lengthens a stay, and what cuts it")
struct StayTests {
  private func run(_ change: (inout GrowthPlan) -> Void) throws -> Tally {
    var plan = GrowthPlan()
    plan.days = 60
    plan.behaviour.market.people = 20_000
    plan.behaviour.arrivals.organicPerDay = 150
    change(&plan)
    var run = try GrowthRun(plan, seed: 9)
    run.run()
    return run.tally
  }

  @Test func `friends in the app make members stay, and come more often`() throws {
    // All know each other in small circles, so that late newcomers have friends there.
    func circles(_ plan: inout GrowthPlan) {
      plan.behaviour.market.communitySize = 10
      plan.behaviour.market.communityShare = 1
    }
    let alone = try run(circles)
    let staying = try run {
      circles(&$0)
      $0.behaviour.use.friendStay = 0.5
    }
    let active = try run {
      circles(&$0)
      $0.behaviour.use.friendActivity = 0.5
    }
    let days = { (tally: Tally) in tally.days.reduce(0) { $0 + $1.active } }
    #expect(days(staying) > days(alone) * 11 / 10)
    #expect(active.sessions > alone.sessions * 12 / 10)
    // Arrivals without an invite are drawn beforehand: they are the same.
    #expect(active.arrivals == alone.arrivals)
  }

  @Test
  func `who is credited to an inviter leaves at home if that stay is nothing, an endless one too`()
    throws
  {
    func active(_ invitedStay: Double) throws -> Int {
      var plan = GrowthPlan.branching(people: 100_000, invites: 1, days: 20)
      plan.begin(with: 300)
      plan.behaviour.use.sessionsPerDay = 1
      plan.behaviour.use.retentionMeans = .stay
      plan.behaviour.use.retention = [1: 1, 14: 1, 30: 1]
      plan.behaviour.use.invitedStay = invitedStay
      var run = try GrowthRun(plan, seed: 9)
      run.run()
      #expect(run.tally.launches.invitedHome > 100)
      return run.tally.activity.invitedReturns.reduce(0, +)
    }
    #expect(try active(0) == 0)
    #expect(try active(0.001) > 100)
  }

  @Test func `a friend counts once, up to ten, and by as much as is set`() throws {
    var plan = GrowthPlan()
    plan.behaviour.market.people = 100
    plan.behaviour.market.communitySize = 100
    plan.behaviour.market.communityShare = 1
    plan.behaviour.market.contactsSigma = 0
    plan.behaviour.arrivals.seeds = 30
    plan.behaviour.arrivals.seedsAre = .cold
    plan.behaviour.use.friendStay = 0.25
    let prepared = try PreparedGrowthPlan(plan, chance: .init(seed: 4))
    var model = GrowthModel(prepared, in: Territory(of: 100))
    var calendar = GrowthModel.Calendar(from: plan.start)
    model.begin(&calendar)
    // Each knows nearly all of the others by 150 contacts.
    let friends = model.friends.indices.map { model.friends[$0] }
    #expect(friends == [UInt8](repeating: 10, count: 30))
    let length = Double(model.members[0].leaves)
    plan.behaviour.use.friendStay = 0.000_001
    var lonely = GrowthModel(
      try PreparedGrowthPlan(plan, chance: .init(seed: 4)), in: Territory(of: 100))
    var other = GrowthModel.Calendar(from: plan.start)
    lonely.begin(&other)
    #expect(abs(length / Double(lonely.members[0].leaves) - 3.5) < 0.01)
  }

  @Test func `a dismissed prompt costs its member days, and one that costs all ends the stay`()
    throws
  {
    let free = try run { _ in }
    let costly = try run { $0.behaviour.sharing.dismissalCost = 0.5 }
    let last = try run { $0.behaviour.sharing.dismissalCost = 1 }
    #expect(costly.sessions < free.sessions && last.sessions < costly.sessions)
    #expect(last.prompts.dismissed.reduce(0, +) < free.prompts.dismissed.reduce(0, +))
    let uninstalls = { (tally: Tally) in tally.days.reduce(0) { $0 + $1.organicUninstalls } }
    #expect(uninstalls(last) > uninstalls(free))
  }

  @Test func `a report as spam costs the sender days`() throws {
    func angry(_ plan: inout GrowthPlan) {
      plan.behaviour.recipients.complaint = 1
      plan.behaviour.sharing.visit = 0.2
    }
    let free = try run(angry)
    let costly = try run {
      angry(&$0)
      $0.behaviour.sharing.complaintCost = 1
    }
    #expect(costly.sessions < free.sessions)
    #expect(costly.shares.complaints < free.shares.complaints)
  }

  @Test func `novelty fades by half in its time`() throws {
    var plan = GrowthPlan()
    plan.behaviour.arrivals.seedsAre = .cold
    plan.behaviour.sharing.noveltyLift = 0.8
    plan.behaviour.sharing.noveltyHalfLife = .days(3)
    var model = GrowthModel(
      try PreparedGrowthPlan(plan, chance: .init(seed: 4)),
      in: Territory(of: plan.behaviour.market.people))
    var calendar = GrowthModel.Calendar(from: plan.start)
    model.begin(&calendar)
    for (days, factor) in [(0, 1.8), (3, 1.4), (6, 1.2)] {
      let novelty = model.novelty(for: 0, at: plan.start + .days(Int64(days)))
      #expect(abs(novelty - factor) < 1e-12)
    }
    let plain = try run { _ in }
    let novel = try run { $0.behaviour.sharing.noveltyLift = 5 }
    #expect(
      novel.shares.endings.joined().reduce(0, +) > plain.shares.endings.joined().reduce(0, +))
  }
}
