import Profiles
import RandomStreams
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · how long members stay")
struct LifetimeTests {
  static func lifetime(_ day1: Double, _ day14: Double, _ day30: Double) -> Lifetime {
    var use = Use()
    use.retentionMeans = .stay
    use.retention = [1: day1, 14: day14, 30: day30]
    return Lifetime(use)
  }

  static let day = 86_400.0

  @Test func `as many are there after a day, two weeks and a month as is set`() {
    let lifetime = Self.lifetime(0.25, 0.09, 0.06)
    for (share, days) in [(0.25, 1.0), (0.09, 14), (0.06, 30)] {
      #expect(abs(lifetime.seconds(share) / Self.day - days) < 1e-9)
      #expect(lifetime.seconds(share * 0.999) / Self.day > days)
      #expect(lifetime.seconds(share * 1.001) / Self.day < days)
    }
    // Evenly through the first day: with .25 left, half of the rest is gone by noon.
    #expect(abs(lifetime.seconds(0.625) / Self.day - 0.5) < 1e-9)
    // After a month it goes on as between the two dates before: a straight line of logarithms.
    #expect(lifetime.seconds(0.03) / Self.day > 100 && lifetime.seconds(0.03) / Self.day < 200)
  }

  @Test func `where all stay, as many are active on a day as have a session on it`() {
    var use = Use()
    use.sessionsPerDay = 0.5
    let most = 1 - Double.exp(-0.5)
    use.retention = [1: most, 14: most, 30: most]
    #expect(use.greatestDailyActivity == use.retention[1])
    // Those who will leave are too few to be seen.
    #expect(Lifetime(use).seconds(0.999) / Self.day > 1_000)
  }

  @Test(arguments: [0.5, 1, 3])
  func `as many are active a day, two weeks and a month later as is set`(sessions: Double) throws {
    var plan = GrowthPlan.branching(people: 200_000, invites: 0, days: 40)
    plan.behaviour.use.sessionsPerDay = sessions
    plan.behaviour.sharing.visit = 0
    // Arrivals follow the same rhythm of the day as sessions, by which the stays are reckoned.
    plan.behaviour.arrivals.organicPerDay = 4_000
    plan.behaviour.use.weekendLift = 0
    var run = try GrowthRun(plan, seed: 3)
    run.run()
    try Self.expect(plan.behaviour.use.retention, in: run)
  }

  @Test(arguments: [[3: 0.5], [1: 0.35, 7: 0.15, 30: 0.08], [1: 0.5, 2: 0.41, 7: 0.3, 21: 0.22]])
  func `as many are active on any days as is set, and the usual ones are counted beside them`(
    shares: [Int: Double]
  ) throws {
    var plan = GrowthPlan.branching(people: 200_000, invites: 0, days: 40)
    plan.behaviour.use.sessionsPerDay = 1
    plan.behaviour.sharing.visit = 0
    plan.behaviour.arrivals.organicPerDay = 4_000
    plan.behaviour.use.weekendLift = 0
    plan.behaviour.use.retention = [:]
    for (day, share) in shares { plan.behaviour.use.retention[day] = share }
    #expect(plan.behaviour.use.retention.points.map(\.day) == shares.keys.sorted())
    var run = try GrowthRun(plan, seed: 4)
    run.run()
    try Self.expect(plan.behaviour.use.retention, in: run)
    let counted = plan.behaviour.use.retention.countedDays
    #expect(counted == Set([1, 14, 30] + shares.keys).sorted())
    #expect(!run.tally.activity.activeAfter.contains(0))
  }

  private static func expect(_ retention: Retention, in run: borrowing GrowthRun) throws {
    for (place, days) in retention.countedDays.enumerated() where retention[days] > 0 {
      let joined = run.tally.days.dropLast(days + 1).reduce(0) { $0 + $1.cohortMembers }
      let active = Proportion(run.tally.activity.activeAfter[place], of: joined)
      let interval = try #require(active.wilson(confidence: 0.999))
      #expect(joined > 30_000 && interval.contains(retention[days]), "day \(days): \(interval)")
    }
  }

  @Test func `after its last day the fall goes on at the last pace, from one day by that alone`() {
    var use = Use()
    use.retentionMeans = .stay
    use.retention = [1: 0.4, 7: 0.2]
    let shares = Lifetime(use)
    // Half of them are lost in seven times the days, and again.
    #expect(abs(shares.seconds(0.1) / Self.day - 49) < 1e-6)
    use.retention = [7: 0.2]
    #expect(abs(Lifetime(use).seconds(0.04) / Self.day - 14) < 1e-6)
    #expect(abs(Lifetime(use).seconds(0.6) / Self.day - 3.5) < 1e-9)
    // Of those who have stayed for a month, all are there after it.
    for days: Retention in [[1: 0.4, 7: 0.2], [7: 0.2], [45: 0.5], [1: 0.25, 14: 0.09, 30: 0.06]] {
      use.retention = days
      let lifetime = Lifetime(use)
      #expect(abs(lifetime.seconds(lifetime.afterMonth(0.999_999_9)) / Self.day - 30) < 0.001)
    }
  }

  @Test func `who is never lost stays for ever, and nobody stays where nobody is left`() {
    #expect(Self.lifetime(1, 1, 1).seconds(0.5) == .infinity)
    let gone = Self.lifetime(0.5, 0, 0)
    #expect(abs(gone.seconds(0.25) / Self.day - 7.5) < 1e-9)
    #expect(gone.seconds(0.000_1) / Self.day < 14)
  }
}

@Suite("Growth · the rhythm of the week")
struct RhythmTests {
  @Test func `a flat week is plain time`() {
    let rhythm = Rhythm(daily: 0, weekendLift: 0)
    #expect(rhythm.moment(12_345, after: 1_000) == 13_345)
  }

  @Test func `a week of rhythm is a week, from any moment`() {
    let rhythm = Rhythm(daily: 0.8, weekendLift: 0.3)
    let week = 7 * 86_400.0
    for moment in stride(from: 0, to: week, by: 10_001) {
      #expect(abs(rhythm.moment(week, after: moment) - moment - week) < 1e-4)
      #expect(rhythm.moment(0.001, after: moment) > moment)
    }
  }

  @Test func `evenings are busier than nights, and weekends than weekdays`() {
    let rhythm = Rhythm(daily: 0.8, weekendLift: 0.3)
    let hour = 3_600.0
    // An hour of rhythm passes sooner where more goes on.
    let evening = rhythm.moment(hour, after: 20 * hour) - 20 * hour
    let night = rhythm.moment(hour, after: 8 * hour) - 8 * hour
    let saturday = rhythm.moment(hour, after: (5 * 24 + 20) * hour) - (5 * 24 + 20) * hour
    #expect(evening < night)
    #expect(saturday < evening)
    #expect(abs(evening / saturday - 1.3) < 0.02)
  }
}
