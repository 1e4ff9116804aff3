import Invites
import Profiles
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · what is counted of members is counted again from what happens")
struct RecountTests {
  /// A season with sessions, shares in the app and outside of it, and invites on reaching home.
  private static func plan(days: Int = 100) -> GrowthPlan {
    var plan = DeterminismTests.plan()
    plan.days = days
    plan.behaviour.market.people = 2_000
    plan.behaviour.arrivals.seeds = 150
    plan.behaviour.sharing.visit = 0.1
    plan.behaviour.sharing.invitesPerDay = 0.05
    plan.behaviour.sharing.invitesAtHome = 0.5
    // Some shares wait for the network until the next day, week or month.
    plan.behaviour.sharing.offline = 0.3
    plan.behaviour.sharing.offlineTime = .exponential(mean: .hours(12))
    return plan
  }

  /// Days of the run on which members were active, opened a way to share, began to send.
  private struct Attendance {
    var active: Set<[Int]> = []
    var sent: Set<[Int]> = []

    /// How many members were there in each stretch of so many days.
    static func counts(_ days: Set<[Int]>, every length: Int, of total: Int) -> [Int] {
      var counts = [Int](repeating: 0, count: (total + length - 1) / length)
      for stretch in Set(days.map { [$0[0], $0[1] / length] }) { counts[stretch[1]] += 1 }
      return counts
    }
  }

  private static func attendance(_ plan: GrowthPlan) throws -> (Attendance, Tally) {
    var attendance = Attendance()
    /// When the latest share of each person began, and when it ended.
    var begun: [UInt32: (Instant, Instant)] = [:]
    func day(_ moment: Instant) -> Int { Int((moment - plan.start).milliseconds / 86_400_000) }
    let witness = Witness()
    witness.began = { attendance.active.insert([Int($0), day($1)]) }
    witness.noted = { event, person, moment in
      switch event {
      case .reachedHome: attendance.active.insert([Int(person), day(moment)])
      case .shared(let story): begun[person] = (moment, moment + story.attempt.took)
      case .invited:
        var start = moment
        if let (first, last) = begun[person], last == moment { start = first }
        attendance.active.insert([Int(person), day(start)])
        attendance.sent.insert([Int(person), day(start)])
      default: break
      }
    }
    let tally = try witness.follow(plan, seed: 6)
    return (attendance, tally)
  }

  @Test func `members are active with a session, on reaching home, and when they send`() throws {
    let plan = Self.plan()
    let (attendance, tally) = try Self.attendance(plan)
    let (month, week) = (ActivityTally.daysOfMonth, ActivityTally.daysOfWeek)
    func counts(_ days: Set<[Int]>, _ length: Int) -> [Int] {
      Attendance.counts(days, every: length, of: plan.days)
    }
    #expect(tally.activity.monthlyActive == counts(attendance.active, month))
    #expect(tally.activity.weeklyActive == counts(attendance.active, week))
    #expect(tally.days.map(\.active) == counts(attendance.active, 1))
    #expect(tally.activity.monthlySenders == counts(attendance.sent, month))
    #expect(tally.activity.senders == Set(attendance.sent.map { $0[0] }).count)
    // Some send in several months, and count once among those who ever did.
    #expect(tally.activity.monthlySenders.reduce(0, +) > tally.activity.senders)
    for (senders, active) in zip(tally.activity.monthlySenders, tally.activity.monthlyActive) {
      #expect(senders > 0 && senders <= active)
    }
  }

  @Test func `a share that ends in the next month counts where it began`() throws {
    var plan = Self.plan(days: 62)
    plan.behaviour.sharing.visit = 0.3
    plan.behaviour.sharing.invitesPerDay = 0
    plan.behaviour.sharing.invitesAtHome = 0
    plan.behaviour.sharing.perSheet = .fixed(.days(31))
    let (attendance, tally) = try Self.attendance(plan)
    #expect(attendance.sent.count > 10)
    #expect(
      tally.activity.monthlySenders == Attendance.counts(attendance.sent, every: 30, of: plan.days))
  }

  @Test
  func `a cohort is credited with those it brought in its cycle, the first members with none`()
    throws
  {
    var plan = Self.plan(days: 60)
    plan.behaviour.recipients.tap = 0.8
    plan.behaviour.recipients.install = 0.8
    var launched: [UInt32: Instant] = [:]
    var inviters: [UInt32: UInt32] = [:]
    var brought = [Int](repeating: 0, count: plan.days)
    var broughtByFirst = 0
    let witness = Witness()
    witness.noted = { event, person, moment in
      switch event {
      case .arrived: launched[person] = moment
      case .credit(let story): inviters[person] = story.credited
      case .reachedHome:
        guard let inviter = inviters[person] else { return }
        guard let first = launched[inviter] else { return broughtByFirst += 1 }
        if moment - first < plan.profile.metrics.kCycle {
          brought[Int((first - plan.start).milliseconds / 86_400_000)] += 1
        }
      default: break
      }
    }
    let tally = try witness.follow(plan, seed: 6)
    #expect(tally.days.map(\.cohortHomesInCycle) == brought)
    #expect(broughtByFirst > 20 && brought.reduce(0, +) > 20)
  }

  @Test(arguments: ProfileID.allCases)
  func `every tap that is announced before the end happens, at its moment, and no other`(
    profile: ProfileID
  ) throws {
    var plan = StoryTests.plan(profile)
    plan.behaviour.sharing.invitesPerDay = 0.2
    plan.behaviour.sharing.invitesAtHome = 0.5
    // Those on their way at the start were announced before.
    plan.behaviour.arrivals.seedsAre = .cold
    let end = plan.start + .days(Int64(plan.days))
    var announced: [[Int64]: Int] = [:]
    var later = 0
    let witness = Witness()
    witness.noted = { event, person, moment in
      switch event {
      case .invited(let recipient, _, let tap?):
        if tap < end {
          announced[[Int64(person), Int64(recipient), tap.milliseconds], default: 0] += 1
        } else {
          later += 1
        }
      case .tapped(let sender, _):
        announced[[Int64(sender), Int64(person), moment.milliseconds], default: 0] -= 1
      default: break
      }
    }
    let tally = try witness.follow(plan, seed: 9)
    #expect(announced.values.allSatisfy { $0 == 0 })
    #expect(tally.taps.all > 300 && later > 0)
  }

  @Test func `D-RSK-04 · the people invited are those of the stories, with all their inviters`()
    throws
  {
    var inviters: [UInt32: Set<UInt32>] = [:]
    var invites = 0
    let witness = Witness()
    witness.noted = { event, person, _ in
      guard case .received(let sender, _) = event else { return }
      inviters[person, default: []].insert(sender)
      invites += 1
    }
    var plan = Self.plan(days: 30)
    // No invite is sent in the last minute, which no window ends.
    plan.behaviour.market.people = 500
    let tally = try witness.follow(plan, seed: 3)
    #expect(tally.recipients.invites == invites && invites > 200)
    #expect(tally.recipients.people == inviters.count)
    #expect(tally.recipients.ofSeveral == inviters.values.count { $0.count > 1 })
    #expect(tally.recipients.ofSeveral > 100)
  }
}

@Suite("D-RSK-04 · in a large market a sample of people is asked who invited them")
struct AskedPeopleTests {
  @Test(arguments: [(131_072, 1), (131_073, 2), (1_000_000, 8), (10_000_000, 128)])
  func `every so manieth row is looked at, the same in any number of shards`(
    people: Int, weight: Int
  ) {
    let whole = AskedPeople(in: Territory(of: people))
    #expect(whole.weight == weight)
    #expect(whole.bytes <= 4 * 131_072 + 4 * 512)
    let step = max(1, people / 50_000)
    let sampled = Set(stride(from: 0, to: people, by: step).filter { whole.has(UInt64($0)) })
    let expected = people / step / weight
    #expect(abs(sampled.count - expected) <= max(expected / 5, 256))
    for shard in 0..<3 {
      let territory = Territory(of: people, shard: shard, of: 3)
      var part = AskedPeople(in: territory)
      #expect(part.weight == weight)
      let own = sampled.sorted().map { UInt64($0) }
        .filter { territory.holds(territory.partition(of: $0)) }
      #expect(!own.isEmpty)
      // Each has a place of their own.
      for person in own { #expect(part.note(person, by: 7) == .firstInvite) }
      for person in own { #expect(part.note(person, by: 7) == .none) }
      for person in own { #expect(part.note(person, by: 8) == .secondInviter) }
      for person in own { #expect(part.note(person, by: 9) == .none) }
    }
  }
}
