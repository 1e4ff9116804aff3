import Invites
import GrowthloopFindings
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("The calls that 002 and 003 name", .timeLimit(.minutes(60)))
struct CallShapeTests {
  private func create(
    _ service: Service, _ body: JSONValue = [:], at path: String = "/invites", key: String = "1"
  ) throws -> RawAnswer {
    try service.call(
      .post, path, by: .user(.ann), body: body, fields: ["Idempotency-Key": key])
  }

  @Test func `P-API-02 · GET /invites/code says what a link stands for, and changes nothing`()
    throws
  {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    for _ in 0..<2 {
      let answer = try service.call(.get, "/invites/\(code)", by: .user(.bob))
      #expect(answer.status == 200)
      #expect(answer.json["invite"]?["inviter"]?.text == OpaqueID(.ann).text)
      #expect(answer.json["destination"] == "inviteHandler")
    }
    #expect(try service.call(.get, "/invites/aaaaaaaa", by: .user(.bob)).status == 404)
    let report = try service.call(.get, "/users/\(OpaqueID(.ann))/invites", by: .user(.ann))
    #expect(report.json["invites"]?.elements.first?["status"] == "created")
  }

  @Test
  func `P-API-03, P-API-05, D-API-04 · accepting notes who and when, and notifies by the outbox`()
    throws
  {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    #expect(try service.call(.get, "/outbox", by: .backend).json["pushes"] == [])
    let accepted = try service.call(.post, "/invites/\(code)/accept", by: .user(.bob))
    // The answer waits for no push: that is the backend's to fetch, whenever it does.
    #expect(accepted.status == 200)
    for milestone in ["signedUp", "onboardingCompleted"] {
      #expect(try service.milestone(milestone, of: .bob, name: "Bob").status == 200)
    }
    let export = try service.call(.get, "/users/\(OpaqueID(.bob))/export", by: .user(.bob))
    let brought = export.json["broughtBy"]?.elements.first
    #expect(brought?["code"]?.text == code)
    #expect(brought?["acceptedAt"] != nil && brought?["acceptedAt"] != .null)
    let pushes = try service.call(.get, "/outbox", by: .backend).json["pushes"]?.elements ?? []
    #expect(pushes.map { $0["inviter"]?.text } == [OpaqueID(.ann).text])
    #expect(pushes.map { $0["invitee"]?.text } == [OpaqueID(.bob).text])
  }

  @Test func `P-API-04 · GET /users/id/invites lists each sent invite with its status`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let codes = try ["1", "2"].map { try service.create(by: .ann, key: $0) }
    _ = try service.call(
      .post, "/invites/\(codes[0])/share", by: .user(.ann), body: ["channel": "whatsapp"])
    let path = "/users/\(OpaqueID(.ann))/invites"
    let entries = try service.call(.get, path, by: .user(.ann)).json["invites"]?.elements ?? []
    let statuses = Dictionary(
      uniqueKeysWithValues: entries.map { ($0["code"]?.text, $0["status"]?.text) })
    #expect(statuses == [codes[0]: "sent", codes[1]: "created"])
    #expect(try service.call(.get, path, by: .user(.bob)).status == 403)
  }

  @Test func `P-API-07 · the fifty-first invite of a day is refused, with a time to wait`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    for number in 0..<50 { #expect(try create(service, key: "\(number)").status == 201) }
    let refused = try create(service, key: "50")
    #expect(refused.status == 429)
    #expect(refused.field("Retry-After") != nil)
    // A repetition of one that was made is no other invite.
    #expect(try create(service, key: "7").status == 201)
  }

  @Test func `P-API-08 · what 002 leaves open is settled: tokens, problems, keys, one list`() throws
  {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let unnamed = try service.call(.post, "/invites", body: [:])
    #expect(unnamed.status == 401 && unnamed.field("WWW-Authenticate") == "Bearer")
    #expect(unnamed.field("Content-Type") == "application/problem+json")
    #expect(try service.call(.post, "/invites", by: .user(.ann), body: [:]).status == 400)
    let paths = OpenAPI.document(of: ServiceSettings(.product))["paths"]
    func statuses(_ path: String, _ method: String) -> Set<String> {
      guard case .object(let answers)? = paths?[path]?[method]?["responses"] else { return [] }
      return Set(answers.keys)
    }
    #expect(statuses("/invites", "post").isSuperset(of: ["200", "201", "401", "409", "429"]))
    #expect(
      statuses("/invites/{code}", "get").isSuperset(of: ["200", "404", "409", "410", "422"]))
    #expect(
      statuses("/invites/{code}/accept", "post").isSuperset(of: ["200", "404", "409", "410"]))
  }

  @Test(arguments: ["/invites", "/invites/create"])
  func `D-API-01, D-LNK-02 · a create returns a universal link, and stores no contact`(
    path: String
  ) throws {
    var profile = Profile.design
    profile.permission.explainer = nil
    profile.flow.uploadContactIDs = true
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    let answer = try create(service, ["contacts": ["c-1", "c-2"]], at: path)
    #expect(answer.status == 201)
    let code = try #require(answer.json["code"]?.text)
    #expect(answer.json["url"]?.text == "https://\(profile.app.host)/invite/\(code)")
    let export = try service.call(.get, "/users/\(OpaqueID(.ann))/export", by: .user(.ann)).text
    #expect(!export.contains("c-1"))
  }

  @Test func `D-API-02, D-FLW-10 · the status of a user's invites: sent and accepted, and no more`()
    throws
  {
    let service = try Service(.design)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    _ = try service.call(
      .post, "/invites/\(code)/share", by: .user(.ann), body: ["channel": "messages"])
    let status = try service.call(.get, "/invites/status", by: .user(.ann))
    let facts = status.json["figures"]?.elements.map { $0["fact"]?.text }
    #expect(facts == ["sent", "accepted"])
    #expect(status.json["figures"]?.elements.first?["count"] == .integer(1))
    #expect(status.json["dashboard"] == .null)
  }

  @Test
  func `D-API-03 · a deferred link is resolved at the first launch, by the signals of the phone`()
    throws
  {
    let service = try Service(.design)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)")
    #expect(try service.launch(by: .bob, token: code)["outcome"] == "credited")
    #expect(try service.launch(by: .cy, token: "aaaaaaaa")["outcome"] == "none")
  }

  @Test
  func `LNK-11 · the association file opens the app for every form of link, and nothing else`()
    throws
  {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let answer = try service.call(.get, "/.well-known/apple-app-site-association")
    #expect(answer.status == 200 && answer.field("Content-Type") == "application/json")
    let details = answer.json["applinks"]?["details"]?.elements.first
    let paths = details?["components"]?.elements.map { $0["/"]?.text }
    #expect(paths == ["/invite/*", "/invite", "/r/*"])
  }

  @Test func `P-OGC-04 · the card of a preview is made by the service, as the sender is named now`()
    throws
  {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    func title() throws -> String {
      try service.tap("/invite/\(code)", userAgent: "WhatsApp/2.24.20.89 A").text
    }
    for name in ["Ann", "Anna"] {
      _ = try service.call(
        .put, "/users/\(OpaqueID(.ann))", by: .backend, body: ["name": .text(name)])
      #expect(try title().contains("og:title\" content=\"\(name) invited you to [App]\""))
    }
  }
}
