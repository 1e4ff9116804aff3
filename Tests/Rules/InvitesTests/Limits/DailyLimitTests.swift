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
    #expect(policy.decideInvite(after: before, at: now, calendar: .product) == .allowed)

    let after = tally(of: 50, from: evening)
    let refusal = LimitRefusal.dailyLimit(until: midnight)
    #expect(
      policy.decideInvite(after: after, at: now, calendar: .product)
        == .refused(because: refusal))
    #expect(refusal.rule == "P-LIM-01")
    #expect(refusal.text == "You've sent a lot of invites today. Try again tomorrow.")
  }

  struct Edge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let calendar: CalendarPolicy
    let utcOffset: Interval
    /// When the next may go, after fifty in the 50 minutes from 22:00 UTC.
    let opens: Interval
  }

  static let edges = [
    Edge(
      testDescription: "midnight in Greenwich", calendar: .product, utcOffset: .zero,
      opens: .hours(2)),
    Edge(
      testDescription: "midnight in Berlin", calendar: .product, utcOffset: .hours(1),
      opens: .hours(1)),
    Edge(
      testDescription: "midnight in New York", calendar: .product, utcOffset: .hours(-5),
      opens: .hours(7)),
    Edge(
      testDescription: "24 hours after the oldest", calendar: .rin, utcOffset: .zero,
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
        utcOffset: edge.utcOffset) == .refused(because: .dailyLimit(until: opens)))
    #expect(
      policy.decideInvite(
        after: tally, at: opens, calendar: edge.calendar, utcOffset: edge.utcOffset) == .allowed)
  }

  @Test
  func `P-LIM-03 · by the calendar midnight frees all fifty, rolling they come back one by one`() {
    let policy = LimitPolicy.product
    for (calendar, start, freed) in [
      (.product, midnight, 50), (.rin, evening + .hours(24), 1),
    ] as [(CalendarPolicy, Instant, Int)] {
      var tally = tally(of: 50, from: evening)
      var sent = 0
      while policy.decideInvite(after: tally, at: start, calendar: calendar) == .allowed {
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
          policy.decideInvite(after: tally, at: evening, calendar: .product) != .allowed
        #expect(isBlocked == (kind == counted))
      }
    }
  }

  @Test func `D-SEL-08 · Rin and the design set no limit, however many are sent`() {
    for policy in [LimitPolicy.rin, .design] {
      let tally = tally(of: 2_000, from: evening, every: .zero, under: policy)
      #expect(policy.decideInvite(after: tally, at: evening, calendar: .rin) == .allowed)
      #expect(tally == DailyTally())
    }
    // Any number of full batches may follow each other.
    for _ in 0..<500 { #expect(LimitPolicy.design.decideNext(with: 20) == .allowed) }
  }

  @Test func `A limit of none at all never opens`() {
    var policy = LimitPolicy.product
    policy.dailyInvites = 0
    #expect(
      policy.decideInvite(after: DailyTally(), at: evening, calendar: .product)
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
      let offset = Interval.hours(2)
      let counting = all.filter { now < calendar.dayEnds(for: $0, utcOffset: offset) }.count
      let decision = policy.decideInvite(
        after: tally, at: now, calendar: calendar, utcOffset: offset)
      #expect((decision == .allowed) == (counting < most))
      if decision == .allowed {
        policy.record(.created, in: &tally, at: now)
        all.append(now)
      } else if case .refused(.dailyLimit(let until?)) = decision {
        #expect(
          policy.decideInvite(after: tally, at: until, calendar: calendar, utcOffset: offset)
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
