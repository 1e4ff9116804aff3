import Invites
import GrowthloopFindings
import Profiles
import TestSockets
import TestSupport
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("P-API-01 · creating an invite", .timeLimit(.minutes(60)))
struct CreateTests {
  private func create(
    _ service: Service, key: String? = "k", _ body: JSONValue = [:], by caller: Caller = .user(.ann)
  ) throws -> RawAnswer {
    try service.call(
      .post, "/invites", by: caller, body: body, fields: key.map { ["Idempotency-Key": $0] } ?? [:])
  }

  @Test func `CNF-33 · a repeated key gets the first answer, under either name`() throws {
    let service = try Service(Profile.product.withRPCNames)
    defer { _ = try? service.server.stop() }
    let first = try create(service)
    #expect(first.status == 201)
    let again = try create(service)
    #expect(again.status == 201)
    #expect(again.field("Location") == first.field("Location"))
    #expect(again.json["code"] == first.json["code"])
    let alias = try service.call(
      .post, "/invites/create", by: .user(.ann), body: [:], fields: ["Idempotency-Key": "k"])
    #expect(alias.json["code"] == first.json["code"])
    #expect(try create(service, key: "other").json["code"] != first.json["code"])
    #expect(try create(service, by: .user(.bob)).json["code"] != first.json["code"])
  }

  @Test func `a key serves one wish`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    _ = try create(service)
    let other = try create(service, ["context": "content", "content": "page-7"])
    #expect(other.status == 409)
    #expect(other.json["rule"] == "P-EDG-11")
  }

  @Test(arguments: [nil, "", "two words", String(repeating: "k", count: 129)] as [String?])
  func `a wish without a name that can be remembered is refused`(key: String?) throws {
    let service = try Service()
    defer { _ = try? service.server.stop() }
    #expect(try create(service, key: key).status == 400)
  }

  @Test func `P-LIM-01 · the day's limit says when the next may go`() throws {
    var profile = Profile.product
    profile.limits.dailyInvites = 2
    let service = try Service(profile, clock: .rehearsing(from: noon(0), speed: 1))
    defer { _ = try? service.server.stop() }
    for key in ["1", "2"] { #expect(try create(service, key: key).status == 201) }
    let third = try create(service, key: "3")
    #expect(third.status == 429)
    #expect(third.json["rule"] == "P-LIM-01")
    // Until midnight, with what the test takes already off.
    let rest = try #require(third.field("Retry-After").flatMap { Int($0) })
    #expect((11 * 3_600...12 * 3_600).contains(rest))
    #expect(try create(service, key: "1").status == 201)
  }

  @Test func `P-LIM-03 · the day is that of the zone which the request names`() throws {
    var profile = Profile.product
    profile.limits.dailyInvites = 1
    let service = try Service(profile, clock: .rehearsing(from: noon(0), speed: 1))
    defer { _ = try? service.server.stop() }
    #expect(try create(service, key: "1", ["zone": "Asia/Tokyo"]).status == 201)
    let second = try create(service, key: "2", ["zone": "Asia/Tokyo"])
    #expect(second.status == 429)
    // In Tokyo it is nine in the evening.
    let rest = try #require(second.field("Retry-After").flatMap { Int($0) })
    #expect((2 * 3_600...3 * 3_600).contains(rest))

    let unknown = try create(service, key: "3", ["zone": "Asia/Tokio"])
    #expect(unknown.status == 422)
    let words = try #require(unknown.json["errors"]).json
    #expect(words.contains("must be a TimeZone that the description lists, such as "))
    #expect(words.contains("not 'Asia/Tokio'; did you mean 'Asia/Tokyo'?"))
    // The zone decides.
    let both = try create(service, key: "4", ["zone": "Asia/Tokyo", "utcOffsetMinutes": -540])
    #expect(both.status == 429)
    #expect(both.field("Retry-After") != nil)
  }

  @Test(arguments: ["{", "[]", "null", "\u{1}", "{\"a\":1,\"a\":2}", "{\"context\":7}"])
  func `a body that cannot be meant is a problem, not a crash`(body: String) throws {
    let service = try Service()
    defer { _ = try? service.server.stop() }
    let answer = try service.server.answer(
      to: Service.request(
        .post, "/invites",
        ["Authorization": "Bearer \(service.token(.user(.ann)))", "Idempotency-Key": "k"], body))
    #expect([400, 422].contains(answer.status))
    #expect(answer.field("Content-Type") == "application/problem+json")
  }

  @Test func `the backend names whom it acts for, and a user names nobody else`() throws {
    let service = try Service()
    defer { _ = try? service.server.stop() }
    let bob = JSONValue.text(OpaqueID(.bob).text)
    #expect(try create(service, by: .backend).status == 403)
    #expect(try create(service, ["user": bob], by: .backend).status == 201)
    #expect(try create(service, ["user": bob], by: .user(.ann)).status == 403)
  }

  @Test func `a share that is reported again under its key counts once`() throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let code = try #require(try create(service).json["code"]?.text)
    func share(_ key: String?) throws -> Int {
      try service.call(
        .post, "/invites/\(code)/share", by: .user(.ann), body: ["channel": "messages"],
        fields: key.map { ["Idempotency-Key": $0] } ?? [:]
      ).status
    }
    for key in ["one", "one", "two", nil, nil] { #expect(try share(key) == 200) }
    #expect(try share("no key") == 400)
    let report = try service.call(.get, "/users/\(OpaqueID(.ann))/invites", by: .user(.ann))
    #expect(report.json["dashboard"]?["sent"] == .integer(4))
  }

  @Test func `the key of a share belongs to one report on one link`() throws {
    var profile = Profile.rin
    profile.link.codeScope = .perInvite
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    let codes = try ["1", "2"].map { try service.create(by: .ann, key: $0) }
    func share(_ code: String, _ channel: String) throws -> Int {
      try service.call(
        .post, "/invites/\(code)/share", by: .user(.ann), body: ["channel": .text(channel)],
        fields: ["Idempotency-Key": "one"]
      ).status
    }
    #expect(try codes.map { try share($0, "messages") } == [200, 200])
    #expect(try share(codes[0], "messages") == 200)
    #expect(try share(codes[0], "copy") == 409)
    let report = try service.call(.get, "/users/\(OpaqueID(.ann))/invites", by: .user(.ann))
    #expect(report.json["dashboard"]?["sent"] == .integer(2))
  }
}
