import Invites
import Testing
import Vocabulary

@Suite("Uploads · which numbers are matched with users")
struct UploadPolicyTests {
  private static let noon = LinkFixture.noon

  /// A tally of so many numbers, uploaded together at noon.
  private func tally(_ numbers: Int, calendar: CalendarPolicy = .rin) -> UploadTally {
    var tally = UploadTally()
    tally.add(numbers, at: Self.noon, calendar: calendar, zone: .utc)
    return tally
  }

  @Test func `CNF-09 · on in rin: an upload is answered; off in product and design: refused`() {
    func decision(_ policy: FlowPolicy) -> UploadDecision {
      policy.uploads.decide(1, after: UploadTally(), at: Self.noon, calendar: .rin, zone: .utc)
    }
    #expect(decision(.rin) == .answered)
    for policy in [FlowPolicy.product, .design] {
      #expect(decision(policy) == .refused(because: .switchedOff))
      #expect(decision(policy).rule == "CNF-09")
    }
    // Each position in each profile.
    for policy in [FlowPolicy.rin, .product, .design] {
      var other = policy
      other.serverMatching.toggle()
      #expect((decision(other) == .answered) != (decision(policy) == .answered))
    }
  }

  @Test func `an upload has at most a thousand numbers, and an empty one is answered`() {
    let policy = FlowPolicy.rin.uploads
    for numbers in [0, 1, 1_000] {
      #expect(
        policy.decide(numbers, after: UploadTally(), at: Self.noon, calendar: .rin, zone: .utc)
          == .answered)
    }
    #expect(
      policy.decide(1_001, after: UploadTally(), at: Self.noon, calendar: .rin, zone: .utc)
        == .refused(because: .tooManyAtOnce(most: 1_000)))
    // A book of 10,000 contacts (CNF-35) with two numbers each.
    #expect(policy.numbersPerDay == 20_000)
  }

  @Test(arguments: [
    (CalendarPolicy.Day.rolling24h, Interval.days(1)), (.userLocalMidnight, .hours(12)),
  ])
  func `CNF-36 · the numbers of a day are used up until it ends, and not a moment longer`(
    day: CalendarPolicy.Day, wait: Interval
  ) {
    var calendar = CalendarPolicy.rin
    calendar.day = day
    let policy = FlowPolicy.rin.uploads
    let tally = tally(19_999, calendar: calendar)
    let until = Self.noon + wait
    func decision(_ numbers: Int, at moment: Instant) -> UploadDecision {
      policy.decide(numbers, after: tally, at: moment, calendar: calendar, zone: .utc)
    }
    #expect(decision(1, at: Self.noon) == .answered)
    let refusal = UploadDecision.refused(because: .dayUsedUp(most: 20_000, until: until))
    #expect(decision(2, at: Self.noon) == refusal)
    #expect(decision(2, at: until - LinkFixture.moment) == refusal)
    #expect(decision(1_000, at: until) == .answered)
    // A clock that was set back begins no new day.
    #expect(decision(2, at: Self.noon - .hours(1)) == refusal)
  }

  @Test func `uploads of a day add up, and the first one after it begins the next`() {
    var tally = tally(600)
    tally.add(400, at: Self.noon + .hours(23), calendar: .rin, zone: .utc)
    #expect(tally.count(at: Self.noon + .hours(23), calendar: .rin, zone: .utc)?.numbers == 1_000)
    #expect(tally.count(at: Self.noon + .days(1), calendar: .rin, zone: .utc) == nil)
    tally.add(5, at: Self.noon + .days(1), calendar: .rin, zone: .utc)
    let count = tally.count(at: Self.noon + .days(1), calendar: .rin, zone: .utc)
    #expect(count?.numbers == 5 && count?.until == Self.noon + .days(2))
  }

  @Test func `a day that is shorter than one upload is refused at once`() {
    var policy = FlowPolicy.rin.uploads
    policy.numbersPerDay = 10
    #expect(
      policy.decide(10, after: UploadTally(), at: Self.noon, calendar: .rin, zone: .utc)
        == .answered)
    #expect(
      policy.decide(11, after: UploadTally(), at: Self.noon, calendar: .rin, zone: .utc)
        == .refused(because: .dayUsedUp(most: 10, until: Self.noon + .days(1))))
  }

  @Test func `CIV-01 · active users are found, suspended and deleted ones are not`() {
    let policy = FlowPolicy.rin.uploads
    #expect(AccountState.allCases.filter(policy.finds) == [.active])
    #expect(!AccountState.allCases.contains(where: FlowPolicy.design.uploads.finds))
  }

  @Test(arguments: [
    ("+12025550123", true), ("+4915123456789", true), ("+999000000000001", true),
    ("+1234567", true), ("+123456", false), ("+1234567890123456", false), ("12025550123", false),
    ("+02025550123", false), ("+1 202 555 0123", false), ("+1202555012x", false), ("", false),
    ("+", false), ("+１２０２５５５０１２３", false), ("++12025550123", false),
  ])
  func `a number is a plus sign and 7 to 15 digits, the first of them not zero`(
    text: String, isNumber: Bool
  ) {
    #expect((E164Number(text) != nil) == isNumber)
    #expect((text.wholeMatch(of: /\+[1-9][0-9]{6,14}/) != nil) == isNumber)
  }

  @Test func `no description of a number holds its digits`() throws {
    let number = try #require(E164Number("+12025550123"))
    var dumped = ""
    dump([number], to: &dumped)
    for text in ["\(number)", String(reflecting: number), dumped] {
      #expect(!text.contains("202555"))
    }
  }
}
