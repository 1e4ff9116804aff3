import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · as many come without an invite as are said")
struct OrganicArrivalTests {
  /// A market without invites, unless `change` brings them about.
  private static func run(
    people: Int, seeds: Int = 0, perDay: Double = 0, days: Int = 30, iOSShare: Double = 1,
    crowd: Int? = nil, seed: UInt64 = 1, _ change: (inout GrowthPlan) -> Void = { _ in }
  ) throws -> Tally {
    var plan = GrowthPlan.branching(people: people, invites: 0, days: days)
    plan.behaviour.arrivals.seeds = seeds
    plan.behaviour.arrivals.organicPerDay = perDay
    plan.behaviour.market.iOSShare = iOSShare
    plan.behaviour.arrivals.crowd = crowd.map {
      OrganicArrivals.Crowd(installs: $0, after: .days(2), within: .hours(2))
    }
    change(&plan)
    var run = try GrowthRun(plan, seed: seed)
    run.run()
    return run.tally
  }

  @Test func `four thousand members of the start are four thousand, in a market of so many`() throws
  {
    #expect(try Self.run(people: 4_000, seeds: 4_000, days: 1).activity.seeds == 4_000)
  }

  @Test func `fifty a day are fifty, whatever share of phones runs the app`() throws {
    for share in [1, 0.57, 0.1] {
      let tally = try Self.run(people: 100_000, seeds: 1_000, perDay: 50, iOSShare: share)
      // Poisson, with a mean of 1,500: four standard deviations.
      #expect(abs(tally.launches.organic - 1_500) < 155, "\(share)")
      #expect(tally.arrivals.organic.attempted == tally.launches.organic)
      #expect(tally.arrivals.organic.unanswered == 0)
    }
  }

  @Test func `a crowd of ten thousand is ten thousand, among members and other phones`() throws {
    let tally = try Self.run(
      people: 40_000, seeds: 10_000, perDay: 100, iOSShare: 0.57, crowd: 10_000)
    #expect(tally.arrivals.crowd.newcomers == 10_000)
    #expect(tally.launches.organic == 10_000 + tally.arrivals.organic.newcomers)
  }

  @Test func `in a market that is exhausted, attempts find no one and are counted`() throws {
    let tally = try Self.run(people: 900, seeds: 100, perDay: 100, iOSShare: 0.5, crowd: 200)
    let capacity = tally.launches.organic
    // All others whose phone runs the app, and no more: half of 800, four standard deviations.
    #expect(abs(capacity - 400) < 57)
    #expect(tally.arrivals.crowd.newcomers + tally.arrivals.organic.newcomers == capacity)
    let attempts = tally.arrivals.organic.attempted + tally.arrivals.crowd.attempted
    #expect(
      attempts == capacity + tally.arrivals.organic.unanswered + tally.arrivals.crowd.unanswered)
    #expect(tally.arrivals.organic.unanswered > 2_000)
    #expect(tally.arrivals.crowd.attempted == 200)
  }

  @Test func `all come in the end, those of a crowd that is yet to come among them`() throws {
    // The others use up the market before the crowd's turn, two days later.
    let tally = try Self.run(people: 500, perDay: 2_000, crowd: 300)
    #expect(tally.launches.organic == 500)
    #expect(tally.arrivals.organic.newcomers == 500)
    #expect(tally.arrivals.crowd.unanswered == 300)
  }

  @Test func `a crowd larger than the phones that run the app leaves the rest unanswered`() throws {
    let tally = try Self.run(people: 1_000, days: 10, iOSShare: 0.3, crowd: 1_000)
    #expect(tally.arrivals.crowd.attempted == 1_000)
    #expect(tally.arrivals.crowd.newcomers == tally.launches.organic)
    #expect(abs(tally.launches.organic - 300) < 60)
  }

  @Test func `where no phone runs the app, no one comes`() throws {
    let tally = try Self.run(people: 1_000, seeds: 10, perDay: 50, iOSShare: 0, crowd: 100)
    #expect(tally.launches.organic == 0)
    #expect(tally.activity.seeds == 10)
    #expect(tally.arrivals.crowd.unanswered == 100)
  }

  @Test func `invites do not lessen those who come without one, while there are others`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let alone = try Self.run(people: 8_000, perDay: 40, seed: seed)
      let beside = try Self.run(people: 8_000, perDay: 40, seed: seed) {
        $0.behaviour.sharing.invitesAtHome = 0.8
      }
      #expect(beside.launches.invited > 1_000)
      #expect(beside.launches.organic == alone.launches.organic)
    }
  }

  /// Who came without an invite and when, and who came by one.
  private static func register(
    _ invites: Double, seeds: Int
  ) throws -> (moments: [UInt32: Instant], invited: Set<UInt32>) {
    var moments: [UInt32: Instant] = [:]
    var invited: Set<UInt32> = []
    let witness = Witness()
    witness.noted = { event, person, moment in
      guard case .arrived(let cause) = event else { return }
      if cause == nil { moments[person] = moment } else { invited.insert(person) }
    }
    var plan = GrowthPlan.branching(people: 20_000, invites: invites, days: 30)
    plan.behaviour.arrivals.seeds = seeds
    plan.behaviour.arrivals.organicPerDay = 50
    plan.behaviour.market.iOSShare = 0.7
    _ = try witness.follow(plan, seed: 3)
    return (moments, invited)
  }

  @Test func `whom no invite reached comes at the same moment, however many invites there are`()
    throws
  {
    let (few, many) = (try Self.register(0, seeds: 0), try Self.register(0.9, seeds: 500))
    #expect(many.invited.count > 500 && few.invited.isEmpty)
    var replaced = 0
    for (person, moment) in few.moments where many.moments[person] != moment {
      replaced += 1
      #expect(many.invited.contains(person), "\(person) is replaced since they came before")
    }
    #expect(replaced > 10 && replaced < few.moments.count / 4)
    #expect(few.moments.count == many.moments.count)
  }
}
