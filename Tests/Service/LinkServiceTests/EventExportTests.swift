import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("Events · what the service sees is exported", .timeLimit(.minutes(60)))
struct EventExportTests {
  private let folder = NSTemporaryDirectory() + "growthloop-events-" + UUID().uuidString
  private var file: String { folder + ".jsonl" }

  private func lines() throws -> [JSONValue] {
    try Data(contentsOf: URL(filePath: file)).split(separator: UInt8(ascii: "\n"))
      .map { try JSONParser.parse(Array($0)) }
  }

  private func removeFiles() {
    for path in [folder, file] { try? FileManager.default.removeItem(atPath: path) }
  }

  /// A service in which Bob follows Ann's link and joins, and its exported events.
  private func loop(
    _ profile: Profile, _ then: (Service) throws -> Void = { _ in }
  ) throws -> (service: Service, code: String, events: [JSONValue]) {
    let service = try Service(profile, in: folder, reportingTo: file)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)")
    _ = try service.launch(by: .bob, token: code)
    _ = try service.launch(by: .bob, token: code)
    _ = try service.call(.post, "/invites/\(code)/accept", by: .user(.bob))
    for milestone in ["signedUp", "firstValueSeen", "onboardingCompleted", "onboardingCompleted"] {
      _ = try service.milestone(milestone, of: .bob, name: "Bob Ray")
    }
    _ = try service.call(.post, "/invites/\(code)/open", by: .user(.cy), body: ["isSignedIn": true])
    let pushes = try service.call(.get, "/outbox", by: .backend).json["pushes"]?.elements ?? []
    for id in pushes.compactMap({ $0["id"]?.text }) {
      for _ in 0..<2 { _ = try service.call(.delete, "/outbox/\(id)", by: .backend) }
    }
    try then(service)
    return (service, code, try lines())
  }

  @Test
  func `P-DDL-07, NOT-07, EVT-05, EVT-06, EVT-07, EVT-08, EVT-09 · rin, each once and hashed`()
    throws
  {
    defer { removeFiles() }
    let (service, code, events) = try loop(.rin)
    let (ann, bob) = (
      JSONValue.text(service.keys.identities.hash(.ann)),
      JSONValue.text(service.keys.identities.hash(.bob))
    )
    let reference: [String: JSONValue] = ["invite_code": .text(code), "referrer_id": ann]
    func properties(_ name: String) -> [JSONValue] {
      events.filter { $0["event"]?.text == name }.compactMap { $0["properties"] }
    }
    #expect(
      properties("invite_deferred_resolved")
        == [.object(reference.merging(["days_since_click": 0]) { $1 })])
    #expect(properties("invite_app_installed") == [.object(reference)])
    #expect(
      properties("invite_onboarding_completed")
        == [.object(reference.merging(["invitee_id": bob]) { $1 })])
    let pair = JSONValue.object(["inviter_id": ann, "invitee_id": bob])
    #expect(properties("invite_auto_connected") == [pair])
    #expect(properties("invite_notification_sent") == [pair])
    // In rin only an opening of the app is one.
    #expect(properties("invite_link_opened") == [.object(reference)])
    #expect(events.count == 6)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("Bob") && !text.contains(OpaqueID(.bob).text + "\""))
  }

  @Test func `P-EVT-04, P-EVT-05, P-EVT-08, P-EVT-09 · product, with every tap`() throws {
    defer { removeFiles() }
    let (_, _, events) = try loop(.product)
    #expect(
      events.compactMap { $0["event"]?.text }.sorted() == [
        "invite_accepted", "invite_app_installed", "invite_first_value", "invite_link_opened",
        "invite_link_opened", "invite_onboarding_completed",
      ])
  }

  @Test func `D-EVT-10, D-EVT-14 · design, with user and session`() throws {
    defer { removeFiles() }
    let (_, _, events) = try loop(.design)
    #expect(events.count == 1)
    #expect(events.first?["event"] == "invite_accepted")
    #expect(events.first?["properties"] == ["user_id": 2, "session_id": 0])
  }

  @Test func `EVT-26, PRV-09 · unknown links, previews and those of deleted accounts fire nothing`()
    throws
  {
    defer { removeFiles() }
    var count = 0
    let (_, code, events) = try loop(.product) { service in
      count = try lines().count
      try service.tap("/invite/aaaaaaaa")
      let code = try service.create(by: .ann)
      try service.tap("/invite/\(code)", userAgent: "WhatsApp/2.23.20.0")
      _ = try service.call(.delete, "/users/\(OpaqueID(.ann))", by: .backend)
      try service.tap("/invite/\(code)")
      _ = try service.call(.post, "/invites/\(code)/open", by: .user(.cy), body: [:])
    }
    #expect(events.count == count && count == 6 && !code.isEmpty)
  }

  @Test
  func `D-DEP-07, D-EVT-17, D-BUD-05 · the time to the export is measured, and far below an hour`()
    throws
  {
    defer { removeFiles() }
    var text = ""
    let (_, _, events) = try loop(.rin) { service in
      text = try service.call(.get, "/metrics", by: .backend).text
    }
    #expect(text.contains("event_exports_total \(events.count)\n"))
    #expect(text.contains("event_export_lag_seconds_count \(events.count)\n"))
    #expect(text.contains("event_export_lag_seconds_bucket{le=\"5.0\"} \(events.count)\n"))
  }

  @Test func `killed under taps, it has exported each that it answered, and none that it lost`()
    throws
  {
    defer { removeFiles() }
    let options = [
      "--profile", "product", "--rate-per-address", "none", "--rate-per-user", "none", "--events",
      file,
    ]
    var link = ""
    var answers = 0
    for _ in 0..<2 {
      let process = try ServiceProcess(in: folder, options)
      if link.isEmpty { link = try Service.create(on: process.address) }
      answers += try process.killUnderTaps(on: link, after: 500)
      #expect(try lines().count >= answers)
    }
    let process = try ServiceProcess(in: folder, options)
    #expect(process.stop().code == 0)
    let events = try lines()
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .product), root: .test)
    let clicks = store.clicks(on: [try InviteCode(parsing: link)]).count
    try store.close()
    #expect(events.count == clicks && clicks > 1_000)
    #expect(Set(events.compactMap { $0["id"]?.text }).count == events.count)
  }
}
