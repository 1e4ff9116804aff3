import Attribution
import Invites
import GrowthloopFindings
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("RES-06 · from a tap to a friend", .timeLimit(.minutes(60)))
struct JoinTests {
  static let phone: [String: JSONValue] = [
    "platform": "iOS", "osVersion": "18.5", "model": "390x844@3", "timeZone": "Europe/Rome",
    "language": "it",
  ]

  @Test func `D-DEP-06 · the device of the page's script and that of the app find each other`()
    throws
  {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let answer = try service.call(
      .post, "/invite/\(code)",
      body: ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it-IT"],
      fields: ["User-Agent": Service.iPhone])
    #expect(answer.status == 204)
    #expect(try service.launch(by: .bob, device: Self.phone)["outcome"] == "credited")
    var other = Self.phone
    other["timeZone"] = "Asia/Tokyo"
    #expect(try service.launch(by: .cy, device: other)["outcome"] == "none")
  }

  @Test(arguments: [(AttributionPolicy.SelfReferral.allow, "credited"), (.blockSameDevice, "none")])
  func `CNF-51 · an invite by who used the phone before earns nothing where that is blocked`(
    position: AttributionPolicy.SelfReferral, outcome: String
  ) throws {
    var profile = Profile.rin
    profile.attribution.selfReferralByDevice = position
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    _ = try service.call(
      .post, "/invite/\(code)",
      body: ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it-IT"],
      fields: ["User-Agent": Service.iPhone])
    let body: [String: JSONValue] = ["formerUsers": [.text(OpaqueID(.ann).text)]]
    let launched = try service.call(
      .post, "/invites/deferred", by: .user(.bob),
      body: .object(body.merging(["device": .object(Self.phone)]) { $1 }))
    #expect(launched.json["outcome"]?.text == outcome, "\(launched.text)")
    // A link that opens the installed app is judged in the same way.
    let accepted = try service.call(
      .post, "/invites/\(code)/accept", by: .user(.cy), body: .object(body))
    #expect(accepted.status == (position == .allow ? 200 : 409), "\(accepted.text)")
    #expect((accepted.json["rule"]?.text == "ATT-05") == (position == .blockSameDevice))
    // Another inviter's invite is not concerned.
    let other = try service.create(by: PrincipalID(rawValue: 9))
    let taken = try service.call(
      .post, "/invites/\(other)/accept", by: .user(PrincipalID(rawValue: 10)), body: .object(body))
    #expect(taken.status == 200)
  }

  @Test func `behind a proxy each visitor has an address of their own`() throws {
    let service = try Service(.rin, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    _ = try service.call(
      .post, "/invite/\(code)",
      body: ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it"],
      fields: ["User-Agent": Service.iPhone, "X-Forwarded-For": "8.8.8.8, 203.0.113.7"])
    for (address, outcome) in [("203.0.113.8", "none"), ("203.0.113.7", "credited")] {
      let found = try service.launch(
        by: .bob, device: Self.phone, fields: ["X-Forwarded-For": address])
      #expect(found["outcome"]?.text == outcome, "\(address)")
    }
  }

  @Test func `a clock that is wrong costs nobody the credit, if the app says when it sent`() throws
  {
    let service = try Service(.rin, clock: .toldByRequests)
    defer { _ = try? service.server.stop() }
    let noon = [ServiceClock.field: "2026-03-01T12:00:00Z"]
    let created = try service.call(
      .post, "/invites", by: .user(.ann), body: [:],
      fields: noon.merging(["Idempotency-Key": "first"]) { $1 })
    let code = try #require(created.json["code"]?.text)
    _ = try service.call(
      .post, "/invite/\(code)",
      body: ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it"],
      fields: noon.merging(["User-Agent": Service.iPhone]) { $1 })
    // The phone is a day behind, and the app was launched five minutes after the tap.
    func launch(sentAt: JSONValue?) throws -> String? {
      var body: [String: JSONValue] = [
        "device": .object(Self.phone), "launchedAt": "2026-02-28T12:05:00Z",
      ]
      body["sentAt"] = sentAt
      let answer = try service.call(
        .post, "/invites/deferred", by: .user(.bob), body: .object(body),
        fields: [ServiceClock.field: "2026-03-01T12:10:00Z"])
      return answer.json["outcome"]?.text
    }
    #expect(try launch(sentAt: nil) == "none")
    #expect(try launch(sentAt: "2026-02-28T12:10:00Z") == "credited")
  }

  @Test(arguments: [Profile.rin, .product, .design])
  func `the inviter hears of a friend once, and sees what the profile shows`(
    profile: Profile
  ) throws {
    let service = try Service(profile.withRPCNames)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)")
    _ = try service.launch(by: .bob, token: code)
    #expect(try service.call(.post, "/invites/\(code)/accept", by: .user(.bob)).status == 200)
    for milestone in ["signedUp", "firstValueSeen", "onboardingCompleted", "onboardingCompleted"] {
      #expect(try service.milestone(milestone, of: .bob, name: "Bob Ray").status == 200)
    }
    _ = try service.call(.post, "/invites/\(code)/accept", by: .user(.bob))

    let pushes = try service.call(.get, "/outbox", by: .backend).json["pushes"]?.elements ?? []
    #expect(pushes.count == 1)
    let push = try #require(pushes.first)
    #expect(push["inviter"]?.text == OpaqueID(.ann).text)
    let id = try #require(push["id"]?.text)
    for _ in 0..<2 {
      #expect(try service.call(.delete, "/outbox/\(id)", by: .backend).status == 204)
    }
    #expect(try service.call(.get, "/outbox", by: .backend).json["pushes"] == [])
    let path = "/users/\(OpaqueID(.ann))/invites"
    let report = try service.call(.get, path, by: .user(.ann))
    #expect(try service.call(.get, "/invites/status", by: .user(.ann)).text == report.text)
    #expect(try service.call(.get, path, by: .backend).text == report.text)
    #expect(report.json["dashboard"] != .null || !profile.visibility.dashboardEnabled)
  }

  @Test func `a link that opens the app tells what to show`() throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let own = try service.call(.post, "/invites/\(code)/open", by: .user(.ann))
    #expect(own.json["surface"] == "alreadyOnToast")
    let new = try service.call(
      .post, "/invites/\(code)/open", by: .user(.bob), body: ["isSignedIn": false])
    #expect(new.json["surface"] == "invitedOnboarding")
    let wrong = try service.call(
      .post, "/invites/aaaaaaaa/open", by: .user(.bob), body: ["isSignedIn": false])
    #expect(wrong.json["surface"] == "standardOnboarding")
  }

  @Test func `who may not accept hears why`() throws {
    var profile = Profile.product
    profile.link.maxAcceptances = 1
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    func status(_ user: PrincipalID, _ code: String) throws -> Int {
      try service.call(.post, "/invites/\(code)/accept", by: .user(user)).status
    }
    #expect(try status(.ann, code) == 409)
    #expect(try status(.bob, "aaaaaaaa") == 404)
    #expect(try status(.bob, code) == 200)
    #expect(try status(.bob, code) == 200)
    #expect(try status(.cy, code) == 409)
  }

  @Test func `a share is noted for whoever owns the link, and for nobody else`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let path = "/invites/\(code)/share"
    #expect(
      try service.call(.post, path, by: .user(.bob), body: ["channel": "whatsapp"]).status == 404)
    #expect(
      try service.call(.post, path, by: .user(.ann), body: ["channel": "whatsapp"]).status == 200)
    let report = try service.call(
      .get, "/users/\(OpaqueID(.ann))/invites", by: .user(.ann))
    #expect(report.json["invites"]?.elements.first?["status"] == "sent")
  }
}
