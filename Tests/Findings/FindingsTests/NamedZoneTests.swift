import Foundation
import GrowthloopFindings
import TestSupport
import Testing
import Vocabulary

@Suite("Zones by name, in ICU's edition of the IANA database")
struct NamedZoneTests {
  /// Zones with summer time on both halves of the globe, by half an hour, below the standard time,
  /// at midnight, given up, with a date left out, and none at all.
  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe",
    "Europe/Dublin", "America/Sao_Paulo", "America/St_Johns", "Pacific/Apia", "Asia/Kolkata",
  ]

  /// The years that all editions tell in the same way.
  @Test(arguments: names)
  func `a clock shows what Foundation says it does`(name: String) throws {
    let zone = try #require(CivilZone(named: name))
    #expect(zone.name == name)
    let oracle = try #require(TimeZone(identifier: name))
    var chance = SeededChance(seed: 3)
    for _ in 0..<3_000 {
      let seconds = Int64.random(in: 631_152_000...1_735_689_600, using: &chance)
      let expected = oracle.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      #expect(
        zone.offset(at: Instant(milliseconds: seconds * 1_000)) == .seconds(Int64(expected)))
    }
  }

  @Test func `the changes of a year are those that were announced`() throws {
    let berlin = try #require(CivilZone(named: "Europe/Berlin"))
    var hour = moment("2026-01-01T00:00:00Z")
    while hour < moment("2027-01-01T00:00:00Z") {
      #expect(berlin.offset(at: hour) == CivilZone.berlin.offset(at: hour))
      #expect(
        berlin.offset(at: hour - .milliseconds(1))
          == CivilZone.berlin.offset(at: hour - .milliseconds(1)))
      hour = hour + .hours(1)
    }
    #expect(berlin.offset(at: moment("2199-07-01T00:00:00Z")) == .hours(2), "summer goes on")
  }

  @Test(arguments: [
    "", "Berlin", "europe/berlin", "Europe/Berlin ", "GMT+2", "Etc/Unknown", "CET+1",
  ])
  func `what is no name of the database is no zone`(name: String) {
    #expect(CivilZone(named: name) == nil)
  }

  @Test func `every name has a zone, and universal time is that of the rules`() {
    #expect(CivilZone.names.count > 400)
    #expect(CivilZone.names.allSatisfy { CivilZone(named: $0)?.name == $0 })
    #expect(CivilZone(named: "UTC") == .utc)
  }
}
