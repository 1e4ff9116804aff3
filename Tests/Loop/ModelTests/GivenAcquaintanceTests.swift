@testable import GrowthloopModel
import SimulationKernel
import Testing
import Vocabulary

/// Small nets in which every invite leads home, so that the outcome can be told by hand.
@Suite("Growth · who knows whom is given")
struct GivenAcquaintanceTests {
  /// A plan in which members invite again and again, and whoever is invited joins.
  static func plan(_ edges: [(UInt32, UInt32)], people: Int, seeds: Int) -> GrowthPlan {
    var plan = GrowthPlan.branching(people: people, invites: 0, days: 30)
    plan.behaviour.market.acquaintances = EdgeList(
      edges.map { EdgeList.Edge(from: $0.0, to: $0.1) }, called: "test")
    plan.behaviour.arrivals.seeds = seeds
    plan.behaviour.arrivals.seedsAre = .cold
    plan.behaviour.use.retention = [1: 1, 14: 1, 30: 1]
    plan.behaviour.sharing.invitesPerDay = 10
    // All alike, nearly.
    plan.behaviour.sharing.propensityShape = 1_000
    return plan
  }

  /// A ring of five and a ring of three, each person knowing the next.
  static let rings: [(UInt32, UInt32)] =
    (0..<5).map { ($0, ($0 + 1) % 5) } + (0..<3).map { (5 + $0, 5 + ($0 + 1) % 3) }

  @Test func `an invite goes round the ring of its sender, one generation a step`() throws {
    var sizes: Set<Int> = []
    for seed in 1...12 as ClosedRange<UInt64> {
      var run = try GrowthRun(Self.plan(Self.rings, people: 8, seeds: 1), seed: seed)
      run.run()
      let members = run.shards[0].simulation.model.members.records
      let size: PersonNumber = members[0].person < 5 ? 5 : 3
      let first: PersonNumber = size == 5 ? 0 : 5
      #expect(members.count == Int(size))
      #expect(run.tally.credit.right == Int(size) - 1)
      #expect(run.tally.afterwards.depth[1..<Int(size)].allSatisfy { $0 == 1 })
      for (number, member) in members.enumerated().dropFirst() {
        let previous = members[number - 1].person
        #expect(member.inviter == previous)
        #expect(member.person == first + (previous - first + 1) % size)
      }
      sizes.insert(Int(size))
    }
    #expect(sizes == [3, 5])
  }

  @Test func `who knows nobody invites nobody`() throws {
    var run = try GrowthRun(Self.plan([(0, 1)], people: 2, seeds: 2), seed: 1)
    run.run()
    let model = run.shards[0].simulation.model.members.records
    for member in model {
      #expect((member.sent > 0) == (member.person == 0))
    }
    #expect(run.tally.days.contains { $0.invites > 0 } || !model.contains { $0.person == 0 })
  }

  @Test func `the phone holds the given contacts, and no others`() {
    let edges = EdgeList(
      [(3, 1), (0, 2), (3, 0), (3, 2)].map { EdgeList.Edge(from: $0, to: $1) }, called: "test")
    let acquaintances = Acquaintances.given(GivenAcquaintances(edges))
    #expect((0..<6).map { acquaintances.contacts(of: $0) } == [1, 0, 0, 3, 0, 0])
    #expect((0..<3).map { acquaintances.contact($0, of: 3) } == [1, 0, 2])
    #expect(acquaintances.known(by: someone(1)) == nil)
    #expect(acquaintances.known(by: someone(3)) == 3)
  }

  private func someone(_ person: PersonNumber) -> Member {
    Member(person: person, inviter: nil, joined: 0, acquaintances: 9)
  }
}

extension Column {
  fileprivate var records: [Element] { indices.map { self[$0] } }
}
