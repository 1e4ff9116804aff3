import TestSupport
import Testing
import Vocabulary

@Suite("Zones · the offset belongs to each moment")
struct CivilZoneTests {
  /// Clocks that are set at or near midnight, or by a whole day.
  static let curious = [
    // Forward at midnight: the day begins at one o'clock.
    CivilZone(
      name: "forward", offset: .hours(-3),
      changes: [.init(at: moment("2026-10-18T03:00:00Z"), offset: .hours(-2))]),
    // Back at midnight: the hour before it comes twice.
    CivilZone(
      name: "back", offset: .hours(-2),
      changes: [.init(at: moment("2026-02-22T02:00:00Z"), offset: .hours(-3))]),
    // Back at one minute past midnight, which strikes twice.
    CivilZone(
      name: "twice", offset: .minutes(-150),
      changes: [.init(at: moment("2026-11-01T02:31:00Z"), offset: .minutes(-210))]),
    // From the last place to reach a day to the first: 30 December is left out.
    CivilZone(
      name: "leap", offset: .hours(-10),
      changes: [.init(at: moment("2026-12-30T10:00:00Z"), offset: .hours(14))]),
  ]

  @Test(arguments: [
    ("2026-03-29T00:59:59.999Z", 1), ("2026-03-29T01:00:00Z", 2), ("2026-10-25T00:59:59.999Z", 2),
    ("2026-10-25T01:00:00Z", 1), ("1970-01-01T00:00:00Z", 1), ("2400-07-01T00:00:00Z", 1),
  ])
  func `a clock has the offset of the last change before`(text: String, hours: Int64) {
    #expect(CivilZone.berlin.offset(at: moment(text)) == .hours(hours))
  }

  @Test(arguments: [
    (Interval.zero, "UTC"), (.hours(2), "UTC+02:00"), (.minutes(-210), "UTC-03:30"),
    (.seconds(-2_670), "UTC-00:44:30"), (.hours(14), "UTC+14:00"),
  ])
  func `a fixed offset is named by itself`(offset: Interval, name: String) {
    #expect(CivilZone(offset: offset).name == name)
    #expect(CivilZone(offset: offset).offset(at: moment("2026-03-29T01:00:00Z")) == offset)
  }

  @Test func `changes may be given in any order`() {
    let changes = [
      CivilZone.Change(at: moment("2026-10-25T01:00:00Z"), offset: .hours(1)),
      CivilZone.Change(at: moment("2026-03-29T01:00:00Z"), offset: .hours(2)),
    ]
    #expect(CivilZone(name: "Europe/Berlin", offset: .hours(1), changes: changes) == .berlin)
  }

  @Test(arguments: [
    // 29 March has 23 hours, 25 October has 25.
    ("2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
    ("2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
    ("2026-10-25T22:30:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
  ])
  func `a day begins and ends at its own midnights`(noon: String, start: String, end: String) {
    let date = CivilDate(of: moment(noon), in: .berlin)
    #expect(date.start(in: .berlin) == moment(start))
    #expect(CivilZone.berlin.midnight(after: moment(noon)) == moment(end))
    #expect(date.adding(days: 1).start(in: .berlin) == moment(end))
  }

  @Test func `a day whose midnight is left out begins at one o'clock, and none is cut short`() {
    let (forward, back, twice, leap) = (
      Self.curious[0], Self.curious[1], Self.curious[2], Self.curious[3]
    )
    #expect(
      CivilDate(year: 2026, month: 10, day: 18).start(in: forward)
        == moment("2026-10-18T03:00:00Z"))
    #expect(
      CivilDate(year: 2026, month: 2, day: 22).start(in: back) == moment("2026-02-22T03:00:00Z"))
    // In the hour that comes twice, midnight has struck already, and strikes again.
    #expect(twice.midnight(after: moment("2026-11-01T03:00:00Z")) == moment("2026-11-01T03:30:00Z"))
    #expect(
      CivilDate(year: 2026, month: 12, day: 30).start(in: leap)
        == CivilDate(year: 2026, month: 12, day: 31).start(in: leap))
  }

  /// Compares with a walk from minute to minute.
  @Test(arguments: curious + [.berlin, .utc, CivilZone(offset: .minutes(345))])
  func `the midnight that ends a day is the first moment of a later date`(zone: CivilZone) {
    var chance = SeededChance(seed: 5)
    let noons = [
      "2026-02-22", "2026-03-29", "2026-10-18", "2026-10-25", "2026-11-01", "2026-12-30",
    ].map { moment("\($0)T00:00:00Z") }
    for _ in 0..<60 {
      let noon = noons[Int.random(in: noons.indices, using: &chance)]
      let past = noon + .minutes(.random(in: -2_000...2_000, using: &chance))
      let days = Int64.random(in: 1...3, using: &chance)
      let last = CivilDate(of: past, in: zone).daysSinceEpoch + days
      var walk = past
      while CivilDate(of: walk, in: zone).daysSinceEpoch < last { walk = walk + .minutes(1) }
      #expect(zone.midnight(after: past, days: days) == walk)
    }
  }
}

@Suite("CNF-36 · local days and weeks in which the clock is set")
struct ClockChangeTests {
  static let policy = CalendarPolicy(day: .userLocalMidnight, week: .calendarWeek)

  @Test(arguments: [
    // Sent at 23:30 of the eve, in summer time already by the offset of the next day.
    ("2026-03-28T22:30:00Z", "2026-03-28T23:00:00Z"),
    ("2026-03-28T23:30:00Z", "2026-03-29T22:00:00Z"),
    ("2026-10-24T21:30:00Z", "2026-10-24T22:00:00Z"),
    // Half past midnight: by the offset of the afternoon it would be of the day before.
    ("2026-10-24T22:30:00Z", "2026-10-25T23:00:00Z"),
  ])
  func `a day ends at the midnight of the clock as it was and will be`(past: String, end: String) {
    #expect(Self.policy.dayEnds(for: moment(past), zone: .berlin) == moment(end))
  }

  @Test(arguments: [
    ("2026-03-22T22:30:00Z", "2026-03-22T23:00:00Z"),
    ("2026-03-22T23:30:00Z", "2026-03-29T22:00:00Z"),
    ("2026-10-18T21:30:00Z", "2026-10-18T22:00:00Z"),
    ("2026-10-18T22:30:00Z", "2026-10-25T23:00:00Z"),
  ])
  func `a week ends at the midnight of its Sunday, of 23 or 25 hours`(past: String, end: String) {
    #expect(Self.policy.weekEnds(for: moment(past), zone: .berlin) == moment(end))
  }

  @Test func `rolling periods have their hours, whatever the clock shows`() {
    let past = moment("2026-03-28T22:30:00Z")
    #expect(CalendarPolicy.rin.dayEnds(for: past, zone: .berlin) == past + .days(1))
    #expect(CalendarPolicy.rin.weekEnds(for: past, zone: .berlin) == past + .days(7))
  }
}
