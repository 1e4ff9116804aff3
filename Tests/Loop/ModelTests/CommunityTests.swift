import RandomStreams
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · a contact who does not exist gets no invite")
struct CommunityTests {
  /// Members who share a lot, in communities of `size`.
  private static func tally(people: Int = 300, size: Int, share: Double) throws -> Tally {
    var plan = GrowthPlan.branching(people: people, invites: 3, days: 20)
    plan.behaviour.market.communitySize = size
    plan.behaviour.market.communityShare = share
    plan.behaviour.arrivals.seeds = 50
    plan.behaviour.arrivals.organicPerDay = 5
    plan.behaviour.use.sessionsPerDay = 1
    plan.behaviour.sharing.visit = 0.3
    plan.behaviour.sharing.invitesPerDay = 0.5
    var run = try GrowthRun(plan, seed: 1)
    run.run()
    return run.tally
  }

  private static func invites(_ tally: Tally) -> Int {
    tally.origins.byWay.reduce(0) { $0 + $1.invites }
  }

  @Test func `in communities of one whose people know no others, nothing is sent`() throws {
    let tally = try Self.tally(size: 1, share: 1)
    #expect(Self.invites(tally) == 0 && tally.taps.all == 0)
    #expect(tally.activity.senders == 0 && tally.shares.previews == 0)
    let completed = tally.shares.endings.map { $0[Int(SharingAttempt.Ending.completed.rawValue)] }
    #expect(completed.reduce(0, +) > 20, "they try")
    #expect(tally.shares.unsent == completed.reduce(0, +))
  }

  @Test func `of those who know others, too, the invites to others are left`() throws {
    let all = Self.invites(try Self.tally(size: 1, share: 0))
    let some = Self.invites(try Self.tally(size: 1, share: 0.8))
    #expect(some > all / 20 && some < all / 2)
  }

  @Test func `the last, smaller community is none where it has one person`() throws {
    let market = {
      var market = Market()
      market.people = 11
      market.communitySize = 5
      market.communityShare = 1
      return market
    }()
    let acquaintances = try Acquaintances(market, chance: .init(seed: 1))
    for person in 0..<10 as Range<PersonNumber> {
      let contacts = (0..<200).map { acquaintances.contact($0, of: person) }
      let others = Set(person / 5 * 5..<person / 5 * 5 + 5).subtracting([person])
      #expect(Set(contacts) == Set(others.map { Optional($0) }))
      #expect(acquaintances.known(by: Self.member(person)) == 9)
    }
    #expect((0..<200).allSatisfy { acquaintances.contact($0, of: 10) == nil })
    #expect(acquaintances.known(by: Self.member(10)) == nil)
  }

  private static func member(_ person: PersonNumber) -> Member {
    Member(person: person, inviter: nil, joined: 0, acquaintances: 9)
  }

  @Test func `no phone holds more than sixty thousand contacts`() throws {
    var market = Market()
    market.contactsMedian = 60_000
    market.contactsSigma = 3
    let acquaintances = try GeneratedAcquaintances(market, chance: RandomSource(seed: 4))
    let sizes = (0..<200).map { acquaintances.contacts(of: $0) }
    #expect(sizes.max() == 60_000)
    #expect(sizes.contains { $0 < 60_000 })
  }
}
