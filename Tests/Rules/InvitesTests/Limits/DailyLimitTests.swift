import TestSupport
import Invites
import Testing
import Vocabulary

@Suite("Limits · invites a day")
struct DailyLimitTests {
  typealias Fixture = LinkFixture
  /// Two hours before midnight in UTC.
  private let evening = Fixture.noon + .hours(10)
  private let midnight = Fixture.noon + .hours(12)

  private func tally(
    of count: Int, from start: Instant, every step: Interval = .minutes(1),
    under policy: LimitPolicy = .product
  ) -> DailyTally {
    var tally = DailyTally()
    for number in 0..<count {
      policy.record(.created, in: &tally, at: start + step * Int64(number))
    }
    return tally
  }

  @Test
  func `P-LIM-01, P-LIM-02, P-EDG-08 · the fiftieth invite goes, the next is blocked with words`()
    throws
  {
    let before = tally(of: 49, from: evening)
    let now = evening + .minutes(50)
    let policy = LimitPolicy.product
    #expect(policy.decideInvite(after: before, at: now, calendar: .product, zone: .utc) == .allowed)

    let after = tally(of: 50, from: evening)
    let refusal = LimitRefusal.dailyLimit(until: midnight)
    #expect(
      policy.decideInvite(after: after, at: now, calendar: .product, zone: .utc)
        == .refused(because: refusal))
    #expect(refusal.rule == "P-LIM-01")
    #expect(refusal.text == "You've sent a lot of invites today. Try again tomorrow.")
  }

  struct Edge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let calendar: CalendarPolicy
    let zone: CivilZone
    /// When the next may go, after fifty in the 50 minutes from 22:00 UTC.
    let opens: Interval
  }

  static let edges = [
    Edge(
      testDescription: "midnight in Greenwich", calendar: .product, zone: .utc,
      opens: .hours(2)),
    Edge(
      testDescription: "midnight in Berlin", calendar: .product, zone: CivilZone(offset: .hours(1)),
      opens: .hours(1)),
    Edge(
      testDescription: "midnight in New York", calendar: .product,
      zone: CivilZone(offset: .hours(-5)),
      opens: .hours(7)),
    Edge(
      testDescription: "24 hours after the oldest", calendar: .rin, zone: .utc,
      opens: .hours(24)),
  ]

  @Test(arguments: edges)
  func `P-LIM-01, P-LIM-03 · a day ends at midnight or after 24 hours, to the millisecond`(
    _ edge: Edge
  ) {
    let policy = LimitPolicy.product
    let tally = tally(of: 50, from: evening)
    let opens = evening + edge.opens
    #expect(
      policy.decideInvite(
        after: tally, at: opens - Fixture.moment, calendar: edge.calendar,
        zone: edge.zone) == .refused(because: .dailyLimit(until: opens)))
    #expect(
      policy.decideInvite(
        after: tally, at: opens, calendar: edge.calendar, zone: edge.zone) == .allowed)
  }

  struct Night: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sent: String
    let asked: String
    /// When the next may go; `nil` if it may now.
    let opens: String?
  }

  static let nights = [
    Night(
      testDescription: "sent on the eve of summer time, asked on its first day",
      sent: "2026-03-28T23:30:00+01:00", asked: "2026-03-29T09:00:00+02:00", opens: nil),
    Night(
      testDescription: "both on the day of 23 hours", sent: "2026-03-29T00:30:00+01:00",
      asked: "2026-03-29T23:59:59+02:00", opens: "2026-03-30T00:00:00+02:00"),
    Night(
      testDescription: "sent on the eve of winter time, asked on its first day",
      sent: "2026-10-24T23:30:00+02:00", asked: "2026-10-25T09:00:00+01:00", opens: nil),
    Night(
      testDescription: "both on the day of 25 hours", sent: "2026-10-25T00:30:00+02:00",
      asked: "2026-10-25T23:59:59+01:00", opens: "2026-10-26T00:00:00+01:00"),
  ]

  @Test(arguments: nights)
  func `P-LIM-01, P-LIM-03 · a day is the user's on both sides of a change of the clock`(
    _ night: Night
  ) {
    var policy = LimitPolicy.product
    policy.dailyInvites = 1
    var tally = DailyTally()
    policy.record(.created, in: &tally, at: moment(night.sent))
    let expected = night.opens.map { LimitRefusal.dailyLimit(until: moment($0)) }
    #expect(
      policy.decide(
        .invite(.created), after: tally, at: moment(night.asked), calendar: .product, zone: .berlin)
        == expected.map { .refused(because: $0) } ?? .allowed)

    var uploads = UploadPolicy(isOn: true)
    uploads.numbersPerDay = 1
    var uploaded = UploadTally()
    uploaded.add(1, at: moment(night.sent), calendar: .product, zone: .berlin)
    #expect(
      uploads.decide(
        1, after: uploaded, at: moment(night.asked), calendar: .product, zone: .berlin)
        == night.opens.map {
          .refused(because: .dayUsedUp(most: 1, until: moment($0)))
        } ?? .answered)
  }

  @Test
  func `P-LIM-03 · by the calendar midnight frees all fifty, rolling they come back one by one`() {
    let policy = LimitPolicy.product
    for (calendar, start, freed) in [
      (.product, midnight, 50), (.rin, evening + .hours(24), 1),
    ] as [(CalendarPolicy, Instant, Int)] {
      var tally = tally(of: 50, from: evening)
      var sent = 0
      while policy.decideInvite(after: tally, at: start, calendar: calendar, zone: .utc) == .allowed
      {
        policy.record(.created, in: &tally, at: start)
        sent += 1
      }
      #expect(sent == freed)
    }
  }

  @Test func `P-LIM-03 · a setting says whether created or sent invites count`() {
    for counted in [LimitPolicy.Counted.created, .sent] {
      var policy = LimitPolicy.product
      policy.dailyCounts = counted
      for kind in [LimitPolicy.Counted.created, .sent] {
        var tally = DailyTally()
        for _ in 0..<50 { policy.record(kind, in: &tally, at: evening) }
        let isBlocked =
          policy.decideInvite(after: tally, at: evening, calendar: .product, zone: .utc) != .allowed
        #expect(isBlocked == (kind == counted))
      }
    }
  }

  @Test func `D-SEL-08 · Rin and the design set no limit, however many are sent`() {
    for policy in [LimitPolicy.rin, .design] {
      let tally = tally(of: 2_000, from: evening, every: .zero, under: policy)
      #expect(
        policy.decideInvite(after: tally, at: evening, calendar: .rin, zone: .utc) == .allowed)
      #expect(tally == DailyTally())
    }
    // Any number of full batches may follow each other.
    for _ in 0..<500 { #expect(LimitPolicy.design.decideNext(with: 20) == .allowed) }
  }

  @Test func `A limit of none at all never opens`() {
    var policy = LimitPolicy.product
    policy.dailyInvites = 0
    #expect(
      policy.decideInvite(after: DailyTally(), at: evening, calendar: .product, zone: .utc)
        == .refused(because: .dailyLimit(until: nil)))
  }

  /// Compares with a plain count of all invites of the past.
  @Test(arguments: [CalendarPolicy.rin, .product], [1, 3, 50])
  func `P-LIM-01 · in no day are there more than the limit, nor is a day cut short`(
    calendar: CalendarPolicy, most: Int
  ) {
    var dice = SeededChance(seed: UInt64(most))
    var policy = LimitPolicy.product
    policy.dailyInvites = most
    var tally = DailyTally()
    var all: [Instant] = []
    var now = Fixture.noon
    for _ in 0..<1_500 {
      now = now + .minutes(Int64.random(in: 0...(2_000 / Int64(most)), using: &dice))
      let zone = CivilZone(offset: .hours(2))
      let counting = all.filter { now < calendar.dayEnds(for: $0, zone: zone) }.count
      let decision = policy.decideInvite(
        after: tally, at: now, calendar: calendar, zone: zone)
      #expect((decision == .allowed) == (counting < most))
      if decision == .allowed {
        policy.record(.created, in: &tally, at: now)
        all.append(now)
      } else if case .refused(.dailyLimit(let until?)) = decision {
        #expect(
          policy.decideInvite(after: tally, at: until, calendar: calendar, zone: zone)
            == .allowed)
      }
    }
  }

  @Test func `The order in which invites are entered does not matter`() {
    var dice = SeededChance(seed: 12)
    let times = (0..<80).map { Fixture.noon + .minutes($0) }
    var inOrder = DailyTally()
    var shuffled = DailyTally()
    for time in times { LimitPolicy.product.record(.created, in: &inOrder, at: time) }
    for time in times.shuffled(using: &dice) {
      LimitPolicy.product.record(.created, in: &shuffled, at: time)
    }
    #expect(inOrder == shuffled)
  }
}
