import Foundation
import GrowthloopFindings
import Profiles
import GrowthloopReports
import TestConsole
import Testing
import Vocabulary

@testable import growthloop

@Suite("growthloop simulate --events · events are fired, not only named", .timeLimit(.minutes(60)))
struct EventFileTests {
  private static let scenarios: [ProfileID: String] = [
    .rin: "rin-baseline", .product: "profile-product", .design: "profile-design",
  ]
  /// A small market of a bundled scenario, in which links and address books fail, too.
  private static func smaller(_ profile: ProfileID) -> [String] {
    ["simulate", FileKindTests.bundled(scenarios[profile] ?? "")] + [
      "--set", "market.people=3_000", "--set", "days=40", "--set", "arrivals.seeds=300",
      "--set", "sharing.visit=10%", "--set", "sharing.linkFailure=60%", "--set",
      "sharing.contactsFailure=5%", "--set", "market.contactsMedian=3",
    ]
  }

  /// The lines of a run's file.
  private static func events(_ profile: ProfileID, _ changes: String...) async throws -> [JSONValue]
  {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/events.jsonl"
    let outcome = await growthloopOnThread(
      smaller(profile) + changes + ["--replications", "1", "--events", file])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    return try folder.text("events.jsonl").split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8))
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `EVT-18, SPN-11, P-EVT-14, D-EVT-11 · each event is fired, or is listed with its reason`(
    profile: ProfileID
  ) async throws {
    let fired = Set(try await Self.events(profile).compactMap { $0["event"]?.word })
    let listed = ListedEvent.all(in: profile)
    for event in listed {
      #expect(
        fired.contains(event.name) == event.sources.contains(.simulate),
        "\(event.name) is \(fired.contains(event.name) ? "" : "not ")fired")
      #expect((event.reason == nil) == event.sources.contains(.simulate), "\(event.name)")
    }
    #expect(fired.isSubset(of: listed.map(\.name)))
    #expect(Set(listed.map(\.name)).count == listed.count)
  }

  @Test(arguments: ProfileID.allCases)
  func `PRV-09, ANA-23 · a line has its moment, its person's number, and nothing personal`(
    profile: ProfileID
  ) async throws {
    let lines = try await Self.events(profile)
    var last = Instant(milliseconds: 0)
    for line in lines {
      guard case .object(let members) = line else {
        Issue.record("\(line) is no event")
        continue
      }
      #expect(members.keys.sorted() == ["at", "event", "person", "properties"])
      let at = try #require(members["at"]?.word.flatMap { Instant(iso8601: $0) })
      #expect(at >= last)
      last = at
      guard profile != .design, case .object(let properties)? = members["properties"] else {
        continue
      }
      for name in ["referrer_id", "inviter_id", "invitee_id"] {
        #expect(properties[name].map { $0.word?.count == 64 } ?? true)
      }
    }
    #expect(lines.count > 1_000)
  }

  @Test func `CNF-26 · the setting chooses the vocabulary, and identities raw or hashed`()
    async throws
  {
    let lines = try await Self.events(
      .rin, "--set", "policy.events.vocabulary=design", "--set",
      "policy.events.identities=raw")
    let names = Set(lines.compactMap { $0["event"]?.word })
    #expect(names.contains("app_opened") && !names.contains { $0.contains("invite_link_created") })
    #expect(lines.allSatisfy { $0["properties"]?["user_id"] == $0["person"] })
  }

  @Test func `the file is the same with any number of workers, and nothing else changes`()
    async throws
  {
    let folder = try TemporaryFolder()
    let without = await growthloopOnThread(Self.smaller(.rin) + ["--replications", "3"])
    for workers in ["1", "2"] {
      let outcome = await growthloopOnThread(
        Self.smaller(.rin) + [
          "--replications", "3", "--workers", workers, "--events",
          "\(folder.path)/\(workers).jsonl",
        ])
      #expect(outcome.code == without.code)
      #expect(outcome.output == without.output)
      #expect(outcome.complaints == "")
    }
    let (one, two) = (try folder.text("1.jsonl"), try folder.text("2.jsonl"))
    #expect(one == two && one.hasSuffix("\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["1.jsonl", "2.jsonl"], "no unfinished file is left")
  }

  @Test func `a path that cannot be written is refused before the simulation`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(Self.smaller(.rin) + ["--events", folder.path])
    #expect(outcome.code == .inputOutput)
    #expect(
      outcome.complaints.contains("cannot write the events to '\(folder.path)': it is a folder"))
    #expect(outcome.output == "")
  }

  @Test func `events lists each vocabulary, and knows no other`() {
    let all = growthloop("events", "--json")
    #expect(all.code == .success)
    #expect(all.output.contains("invite_dashboard_viewed"))
    let design = growthloop("events", "design")
    #expect(design.lines.contains { $0.contains("app_opened") && $0.contains("simulate") })
    #expect(!design.output.contains("identity.signup_started"))
    let unknown = growthloop("events", "desing")
    #expect(unknown.code == .usage)
    #expect(unknown.complaints.contains("no vocabulary is called 'desing'"))
  }
}
