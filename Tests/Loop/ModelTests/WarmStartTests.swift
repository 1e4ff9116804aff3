import Profiles
import Prompts
import RandomStreams
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · members of the start have lived with the app")
struct WarmStartTests {
  /// Members who stay for a days with chance a^−½, from the first day on, so that those there in
  /// equilibrium are younger than a with 1 + 2 (√a − 1) newcomers' days.
  private static func plan() -> GrowthPlan {
    var plan = GrowthPlan()
    plan.behaviour.market.people = 40_000
    plan.behaviour.market.iOSShare = 1
    plan.behaviour.firstRun.isPlayed = false
    plan.behaviour.use.retentionMeans = .stay
    plan.behaviour.use.retention = [
      1: 1, 14: 1 / Double(14).squareRoot(), 30: 1 / Double(30).squareRoot(),
    ]
    // Thirteen days' worth of newcomers: those of the last seven weeks.
    plan.behaviour.arrivals.organicPerDay = 400
    plan.behaviour.arrivals.seeds = 13 * 400
    plan.behaviour.arrivals.seedsAre = .warm
    return plan
  }

  private static func proportion(after days: Double) -> Double {
    days < 1 ? 1 : 1 / days.squareRoot()
  }

  /// The greatest distance of the values' distribution from the uniform one.
  private static func distance(_ values: [Double]) -> Double {
    let (sorted, count) = (values.sorted(), Double(values.count))
    return sorted.enumerated().reduce(0) { distance, value in
      max(
        distance, value.element - Double(value.offset) / count,
        Double(value.offset + 1) / count - value.element)
    }
  }

  @Test func `they are as old as in equilibrium, and stay on as survivors of that age do`() throws {
    let plan = Self.plan()
    let prepared = try PreparedGrowthPlan(plan, chance: .init(seed: 4))
    var model = GrowthModel(prepared, in: Territory(of: plan.behaviour.market.people))
    var calendar = GrowthModel.Calendar(from: plan.start)
    model.begin(&calendar)
    var (ages, stays): ([Double], [Double]) = ([], [])
    for place in model.members.indices {
      let member = model.members[place]
      let age = Double(prepared.first - member.joined) / 86_400
      ages.append((age < 1 ? age : 2 * age.squareRoot() - 1) / 13)
      let all = Double(member.leaves - member.joined) / 86_400
      stays.append(Self.proportion(after: all) / Self.proportion(after: age))
    }
    #expect(ages.count == 5_200)
    // A thousand lives are shared by all.
    #expect(Self.distance(ages) < 0.03)
    #expect(ages.reduce(0) { max($0, $1) } < 1.001)
    // Kolmogorov's limit at one in a hundred.
    #expect(Self.distance(stays) < 1.63 / Double(stays.count).squareRoot())
  }

  @Test func `members whom today's pace does not explain came before the last quarter`() throws {
    var plan = Self.plan()
    plan.behaviour.arrivals.organicPerDay = 20
    let prepared = try PreparedGrowthPlan(plan, chance: .init(seed: 4))
    let ages = Ages(prepared.lifetime, newcomers: 20, members: 5_200)
    // 20 a day leave 20 (2 √91 − 1) members who came in thirteen weeks.
    let recent = 20 * (2 * Double(91).squareRoot() - 1) / 5_200
    #expect(abs(ages.days(at: recent) - 91) < 0.2)
    #expect(ages.days(at: recent / 2) < 30 && ages.days(at: 0.999) > 360)
    // No one comes any more: no one is younger.
    #expect(Ages(prepared.lifetime, newcomers: 0, members: 10).days(at: 0.001) >= 91)
    // Twice the newcomers of a day are two days old at most, or as old as it takes.
    let young = Ages(prepared.lifetime, newcomers: 400, members: 400)
    #expect(abs(young.days(at: 1) - 1) < 1e-9)
  }

  /// The prompts on each day.
  private static func prompts(_ past: SeedPast, seed: UInt64) throws -> [Int] {
    var plan = GrowthPlan()
    plan.days = 8
    plan.behaviour.arrivals.seedsAre = past
    var run = try GrowthRun(plan, seed: seed)
    run.run()
    return run.tally.days.map(\.prompts)
  }

  @Test func `the first day is like the others, where a launch has most of its prompts`() throws {
    let warm = try (0..<8).map { try Self.prompts(.warm, seed: $0) }
    let cold = try (0..<8).map { try Self.prompts(.cold, seed: $0) }
    func sum(_ runs: [[Int]], _ days: Range<Int>) -> Int {
      runs.reduce(0) { $0 + $1[days].reduce(0, +) }
    }
    let (first, later) = (sum(warm, 0..<1), sum(warm, 1..<8))
    #expect(first * 7 < later * 13 / 10 && first * 7 > later * 7 / 10)
    #expect(sum(cold, 0..<1) > 2 * sum(cold, 1..<2))
  }

  @Test func `the first month is like the second, by active member and day, within five percent`()
    throws
  {
    // Shares, prompts and invites of twenty seeds, and active days.
    var ratios = [RunningMoments](repeating: RunningMoments(), count: 3)
    for seed in UInt64(0)..<20 {
      var plan = GrowthPlan()
      plan.profile = .product
      plan.behaviour.arrivals.seedsAre = .warm
      plan.days = 60
      plan.behaviour.arrivals.seeds = 400
      plan.behaviour.arrivals.organicPerDay = 25
      plan.behaviour.market.people = 100_000
      var run = try GrowthRun(plan, seed: seed)
      run.run()
      let days = run.tally.days
      func rate(_ days: ArraySlice<Tally.Day>, _ count: (Tally.Day) -> Int) -> Double {
        Double(days.reduce(0) { $0 + count($1) }) / Double(days.reduce(0) { $0 + $1.active })
      }
      for (place, count) in [\Tally.Day.sheets, \.prompts, \.invites].enumerated() {
        ratios[place].record(
          rate(days[..<30]) { $0[keyPath: count] } / rate(days[30...]) { $0[keyPath: count] })
      }
    }
    for ratio in ratios {
      let mean = try #require(ratio.mean)
      let error = try #require(ratio.standardError)
      // Five percent, as far as twenty seeds can tell.
      #expect(abs(mean - 1) < 0.05 + 2 * error && error < 0.04, "\(mean) ± \(2 * error)")
    }
  }

  /// The counts of members whose invites are tapped after three days, and followed to an install
  /// after two more.
  private static func slow(_ past: SeedPast, days: Int) throws -> Tally {
    var plan = GrowthPlan()
    plan.days = days
    plan.behaviour.arrivals.seeds = 4_000
    plan.behaviour.arrivals.organicPerDay = 0
    plan.behaviour.arrivals.seedsAre = past
    plan.behaviour.sharing.invitesPerDay = 0.05
    plan.behaviour.recipients.tapDelay = .fixed(.days(3))
    plan.behaviour.recipients.installDelay = .fixed(.days(2))
    var run = try GrowthRun(plan, seed: 4)
    run.run()
    return run.tally
  }

  @Test func `whom an invite from before the start brings is counted, in no share of invites`()
    throws
  {
    let (three, long) = (try Self.slow(.warm, days: 3), try Self.slow(.warm, days: 30))
    // Nothing that was sent since the start is tapped within three days.
    let invites = three.origins.byWay.reduce(into: OriginTally.Funnel()) { $0.add($1) }
    #expect(invites.invites > 100)
    #expect(invites.taps + invites.launches + invites.homes == 0 && three.taps.all == 0)
    #expect(three.taps.ofEarlier > 100)
    #expect(three.days.reduce(0) { $0 + $1.taps } == three.taps.ofEarlier)
    let launches = three.launches
    #expect(launches.invited > 20 && launches.byEarlier == launches.invited)
    #expect(launches.homeByEarlier > 10 && launches.homeByEarlier == launches.causedHome)
    #expect(three.credit.right + three.credit.wrong + three.credit.lost == launches.invited)
    // Each of them has come by the sixth day, but for the minutes to the first launch.
    #expect(long.launches.byEarlier < long.launches.invited / 2)
    #expect(long.taps.ofEarlier < long.taps.all / 2)
    #expect(try Self.slow(.cold, days: 6).launches.byEarlier == 0)
  }

  @Test func `invites that are on their way bring people from the first day on`() throws {
    let (warm, cold) = (
      try Self.slow(.warm, days: 40).days, try Self.slow(.cold, days: 40).days
    )
    func sum(_ days: ArraySlice<Tally.Day>, _ count: (Tally.Day) -> Int) -> Double {
      Double(days.reduce(0) { $0 + count($1) }) / Double(days.count)
    }
    #expect(sum(cold[..<3], \.taps) == 0 && sum(cold[..<5], \.creditedLaunches) == 0)
    let taps = sum(warm[..<3], \.taps) / sum(warm[10...], \.taps)
    let launches = sum(warm[..<5], \.creditedLaunches) / sum(warm[10...], \.creditedLaunches)
    #expect(abs(taps - 1) < 0.15 && abs(launches - 1) < 0.25, "\(taps), \(launches)")
  }

  @Test func `a past is lived once for all that does not change it`() throws {
    let plan = Self.plan()
    let chance = RandomSource(seed: 4)
    let lives = try PastLives.before(plan, chance: chance)
    var other = plan
    other.days = 7
    other.behaviour.recipients.tap = 0.9
    #expect(try PastLives.before(other, chance: chance) === lives)
    #expect(try PastLives.before(plan, chance: RandomSource(seed: 5)) !== lives)
    other.profile.prompts.lifetimeMax = 1
    #expect(try PastLives.before(other, chance: chance) !== lives)
    // Until a change on the first day people lived under what was before.
    #expect(try PastLives.before(other.sharingPast(of: plan), chance: chance) === lives)
  }

  @Test func `a mean of many replications does not rest on the luck of one past`() throws {
    let lives = try (0..<65).map { number in
      try PastLives.before(Self.plan(), chance: RandomSource(seed: 4, replication: number))
    }
    #expect(lives[..<32].allSatisfy { $0 === lives[0] })
    #expect(lives[32...63].allSatisfy { $0 === lives[32] })
    #expect(lives[32] !== lives[0] && lives[64] !== lives[32] && lives[64] !== lives[0])
  }

  @Test func `a member of the start knows what was before, and a launch knows nothing`() throws {
    for past in SeedPast.allCases {
      var plan = GrowthPlan()
      plan.days = 1
      plan.behaviour.arrivals.seeds = 300
      plan.behaviour.arrivals.seedsAre = past
      var (since, sessions): ([Instant], [Int]) = ([], [])
      let witness = Witness()
      witness.noted = { event, _, moment in
        guard case .wasThere(let joined, let history) = event else { return }
        #expect(moment == plan.start)
        if let joined { since.append(joined) }
        sessions.append(history.sessions)
      }
      _ = try witness.follow(plan, seed: 6)
      #expect(sessions.count == 300)
      let isWarm = past == .warm
      #expect(since.count == (isWarm ? 300 : 0) && since.allSatisfy { $0 < plan.start })
      #expect((sessions.count { $0 > 10 } > 150) == isWarm)
    }
  }
}
