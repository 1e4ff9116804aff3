import TestSupport
import Foundation
import Testing
import Vocabulary

@Suite("Time · moments, lengths, dates")
struct TimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-02-12T09:30:00Z", 1_770_888_600_000),
    ("2026-02-12T09:30:00.250Z", 1_770_888_600_250),
    ("2026-02-12T09:30:00.5Z", 1_770_888_600_500),
    ("2026-02-12T09:30:00.250000Z", 1_770_888_600_250),
    ("2026-02-12T09:30:00.000000000+00:00", 1_770_888_600_000),
    ("2026-02-12T09:30Z", 1_770_888_600_000),
    ("2026-02-12T09:30:00+02:00", 1_770_881_400_000),
    ("2026-02-12T09:30:00+0200", 1_770_881_400_000),
    ("2026-02-12T09:30:00+02", 1_770_881_400_000),
    ("2026-02-12T09:30:00-00:30", 1_770_890_400_000),
    ("2000-02-29T23:59:59.999Z", 951_868_799_999),
    ("1969-12-31T23:59:59.999Z", -1),
  ])
  func `a moment is read exactly`(text: String, milliseconds: Int) {
    #expect(Instant(iso8601: text)?.milliseconds == Int64(milliseconds))
  }

  @Test(arguments: [
    "", "2026-02-12", "2026-02-12T09:30", "2026-02-12T09:30:00", "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2026-02-12T24:00:00Z",
    "2026-02-12T09:60:00Z", "2026-02-12T09:30:60Z", "2026-02-12T09:30:00.1234Z",
    "2026-02-12T09:30:00.2500001Z", "2026-02-12T09:30:00.0000000000Z",
    "2026-02-12T09:30.5Z",
    "0000-01-01T00:00:00Z", "2026-02-12T09:30:00+020", "2026-02-12T09:30:00+02:",
    "2026-02-12T09:30:00.Z", "2026-02-12T09:30:00z", "2026-02-12 09:30:00Z",
    "2026-02-12T09:30:00Z ", "+026-02-12T09:30:00Z", "2026-02-12T09:30:00+2:00",
    "２０２６-02-12T09:30:00Z",
  ])
  func `what is no exact moment is refused`(text: String) {
    #expect(Instant(iso8601: text) == nil)
  }

  @Test func `moments are written as Foundation writes them, and read back`() {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var chance = SeededChance(seed: 1)
    for _ in 0..<2_000 {
      // The years 1600 to 2400.
      let moment = Instant(
        milliseconds: .random(in: -11_676_096_000_000...13_569_465_600_000, using: &chance))
      #expect(Instant(iso8601: moment.iso8601) == moment)
      let date = Date(timeIntervalSince1970: Double(moment.milliseconds / 1_000))
      let whole = Instant(milliseconds: moment.milliseconds / 1_000 * 1_000)
      #expect(date.formatted(style).prefix(19) == whole.iso8601.prefix(19))
    }
  }

  @Test(arguments: 0..<24)
  func `a full hour is written as that hour`(_ hour: Int) {
    let moment = Instant(milliseconds: Int64(hour) * 3_600_000)
    #expect(moment.iso8601 == "1970-01-01T\(hour < 10 ? "0" : "")\(hour):00:00Z")
  }

  @Test func `dates count days as the Gregorian calendar does`() {
    for day in stride(from: Int64(-200_000), through: 200_000, by: 97) {
      let instant = Instant(milliseconds: 0) + .days(day)
      let date = CivilDate(of: instant, in: .utc)
      #expect(date.daysSinceEpoch == day)
      #expect(date.start(in: .utc) == instant)
    }
    #expect(CivilDate(year: 2024, month: 2, day: 29).isReal)
    #expect(!CivilDate(year: 2026, month: 2, day: 29).isReal)
    #expect(!CivilDate(year: 2026, month: 0, day: 1).isReal)
    #expect(!CivilDate(year: 2026, month: 4, day: 31).isReal)
  }

  @Test func `no day is missing and none comes twice, from before the year 0 to 2800`() {
    var day = CivilDate(year: -801, month: 1, day: 1).daysSinceEpoch
    var wrong: [CivilDate] = []
    for year in -801...2_800 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        let first = CivilDate(year: year, month: month + 1, day: 1)
        let last = CivilDate(year: year, month: month + 1, day: length)
        if first.daysSinceEpoch != day
          || CivilDate(daysSinceEpoch: day) != first
          || CivilDate(daysSinceEpoch: day + Int64(length) - 1) != last
        {
          wrong.append(first)
        }
        day += Int64(length)
      }
    }
    #expect(wrong.isEmpty)
    #expect(CivilDate(year: 1970, month: 1, day: 1).daysSinceEpoch == 0)
  }

  @Test(arguments: [
    ("+00:00", 0), ("+23:59", 23 * 60 + 59), ("-23:59", -23 * 60 - 59), ("+00:59", 59),
    ("+24:00", nil), ("+24", nil), ("+00:60", nil), ("-0060", nil),
  ])
  func `a zone is less than a day and has less than sixty minutes`(zone: String, minutes: Int?) {
    let noon = Instant(iso8601: "2026-02-12T12:00:00Z")
    #expect(
      Instant(iso8601: "2026-02-12T12:00:00\(zone)")
        == minutes.flatMap { minutes in noon.map { $0 - .minutes(Int64(minutes)) } })
  }

  @Test func `the date depends on where the clock stands`() throws {
    let moment = try #require(Instant(iso8601: "2026-02-12T23:30:00Z"))
    #expect(CivilDate(of: moment, in: .utc) == CivilDate(year: 2026, month: 2, day: 12))
    #expect(
      CivilDate(of: moment, in: CivilZone(offset: .hours(1)))
        == CivilDate(year: 2026, month: 2, day: 13))
    #expect(CivilDate(of: moment, in: .utc).inWords == "Feb 12, 2026")
  }

  @Test(arguments: [
    (1, "Jan 31, 2026"), (12, "Dec 31, 2026"), (0, "2026-0-31"), (13, "2026-13-31"),
    (.min, "2026-\(Int.min)-31"),
  ])
  func `a date without a month is told in figures`(month: Int, words: String) {
    #expect(CivilDate(year: 2026, month: month, day: 31).inWords == words)
  }

  @Test(arguments: [
    (Interval.days(7), "7d"), (.hours(36), "36h"), (.minutes(10), "10m"), (.seconds(5), "5s"),
    (.milliseconds(250), "250ms"), (.zero, "0s"), (.days(7) - .milliseconds(1), "604799999ms"),
  ])
  func `a length is written in its largest whole unit`(length: Interval, text: String) {
    #expect(length.description == text)
  }

  @Test(arguments: [
    (Interval.milliseconds(-1), -1), (.zero, 0), (.days(1) - .milliseconds(1), 0), (.days(1), 1),
    (.days(-1) - .milliseconds(1), -2),
  ])
  func `whole days are rounded down, before 1970 too`(length: Interval, days: Int) {
    #expect(length.wholeDays == Int64(days))
  }
}

@Suite("CNF-36 · what a day, a week and a session are")
struct CalendarTests {
  private func at(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

  @Test func `a rolling day ends when its 24 hours have passed in full`() throws {
    let past = try at("2026-03-01T10:00:00Z")
    #expect(
      CalendarPolicy.rin.dayEnds(for: past, zone: CivilZone(offset: .hours(9))) == past + .days(1))
  }

  @Test func `a local day ends at midnight where the user lives`() throws {
    let policy = CalendarPolicy.product
    let past = try at("2026-03-01T23:30:00Z")
    #expect(policy.dayEnds(for: past, zone: .utc) == (try at("2026-03-02T00:00:00Z")))
    #expect(
      policy.dayEnds(for: past, zone: CivilZone(offset: .hours(1)))
        == (try at("2026-03-02T23:00:00Z")))
    #expect(
      policy.dayEnds(for: past, zone: CivilZone(offset: .hours(-5)))
        == (try at("2026-03-02T05:00:00Z")))
  }

  @Test func `a calendar week runs from Monday to Sunday`() throws {
    let policy = CalendarPolicy(day: .rolling24h, week: .calendarWeek)
    let nextMonday = try at("2026-03-09T00:00:00Z")
    for day in 2...8 {
      let past = try at("2026-03-0\(day)T12:00:00Z")
      #expect(policy.weekEnds(for: past, zone: .utc) == nextMonday)
    }
    let monday = try at("2026-03-02T00:00:00Z")
    #expect(policy.weekEnds(for: monday, zone: .utc) == nextMonday, "its first millisecond")
    let sunday = try at("2026-03-01T23:59:59.999Z")
    #expect(policy.weekEnds(for: sunday, zone: .utc) == (try at("2026-03-02T00:00:00Z")))
    #expect(
      policy.weekEnds(for: sunday, zone: CivilZone(offset: .hours(2)))
        == (try at("2026-03-08T22:00:00Z")))
  }

  @Test func `half an hour of quiet ends a session`() throws {
    let last = try at("2026-03-01T10:00:00Z")
    let policy = SessionPolicy.standard
    #expect(policy.beginsSession(at: last, after: nil))
    #expect(!policy.beginsSession(at: last + .minutes(30) - .milliseconds(1), after: last))
    #expect(policy.beginsSession(at: last + .minutes(30), after: last))
  }
}
