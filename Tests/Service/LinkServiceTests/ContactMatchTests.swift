import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import GrowthloopTransport
import Profiles
import TestSockets
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Contacts · numbers are matched, and not kept", .timeLimit(.minutes(60)))
struct ContactMatchTests {
  static let annsNumber = "+12025550123"
  static let bobsNumber = "+12025550145"
  private static let stranger = "+12025550199"

  private func set(
    _ phone: JSONValue, of user: PrincipalID, on service: Service, account: String? = nil
  ) throws -> RawAnswer {
    var body: [String: JSONValue] = ["name": "A user", "phone": phone]
    body["account"] = account.map { .text($0) }
    return try service.call(.put, "/users/\(OpaqueID(user))", by: .backend, body: .object(body))
  }

  private func upload(
    _ numbers: [String], by caller: Caller = .user(.cy), to service: Service,
    fields: [String: String] = [:]
  ) throws -> RawAnswer {
    try service.call(
      .post, "/contacts/matches", by: caller,
      body: ["numbers": .array(numbers.map { .text($0) })], fields: fields)
  }

  /// The places of the numbers that were found, with their users.
  private func matches(_ answer: RawAnswer) -> [String] {
    (answer.json["matches"]?.elements ?? []).map {
      "\($0["index"]?.json ?? "?") \($0["user"]?.text ?? "?")"
    }
  }

  @Test func `CNF-09, CIV-01 · an upload finds the users among the numbers, in their order`()
    throws
  {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    #expect(try set(.text(Self.annsNumber), of: .ann, on: service).status == 204)
    #expect(try set(.text(Self.bobsNumber), of: .bob, on: service).status == 204)
    let answer = try upload(
      [Self.stranger, Self.bobsNumber, Self.annsNumber, Self.bobsNumber], to: service)
    #expect(answer.status == 200)
    let (ann, bob) = (OpaqueID(PrincipalID.ann).text, OpaqueID(PrincipalID.bob).text)
    #expect(matches(answer) == ["1 \(bob)", "2 \(ann)", "3 \(bob)"])
    #expect(answer.json["rule"] == "CNF-09")
    #expect(try matches(upload([], to: service)) == [])
    // The backend uploads for a user whom it names.
    #expect(try upload([Self.annsNumber], by: .backend, to: service).status == 403)
    let named = try service.call(
      .post, "/contacts/matches", by: .backend,
      body: ["user": .text(bob), "numbers": [.text(Self.annsNumber)]])
    #expect(matches(named) == ["0 \(ann)"])
  }

  @Test func `CIV-01 · a number is its last owner's; suspended, removed and deleted: no match`()
    throws
  {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    func owners() throws -> [String] { try matches(upload([Self.annsNumber], to: service)) }
    let (ann, bob) = (OpaqueID(PrincipalID.ann).text, OpaqueID(PrincipalID.bob).text)
    _ = try set(.text(Self.annsNumber), of: .ann, on: service)
    #expect(try owners() == ["0 \(ann)"])
    // What does not name the number leaves it.
    _ = try service.call(.put, "/users/\(ann)", by: .backend, body: ["name": "Ann"])
    #expect(try owners() == ["0 \(ann)"])
    _ = try set(.text(Self.annsNumber), of: .bob, on: service)
    #expect(try owners() == ["0 \(bob)"])
    _ = try set(.text(Self.annsNumber), of: .bob, on: service, account: "suspended")
    #expect(try owners() == [])
    _ = try set(.text(Self.annsNumber), of: .bob, on: service, account: "active")
    #expect(try owners() == ["0 \(bob)"])
    _ = try set(.null, of: .bob, on: service)
    #expect(try owners() == [])
    _ = try set(.text(Self.annsNumber), of: .bob, on: service)
    #expect(try service.call(.delete, "/users/\(bob)", by: .user(.bob)).status == 200)
    #expect(try owners() == [])
  }

  @Test(arguments: [ProfileID.product, .design])
  func `CNF-09, D-PRV-05, D-SCO-09 · off: uploads and numbers of users are refused by the rule`(
    id: ProfileID
  ) throws {
    let service = try Service(Profile(id))
    defer { _ = try? service.server.stop() }
    let refusals = [
      try upload([Self.annsNumber], to: service), try upload(["nonsense"], to: service),
      try set(.text(Self.annsNumber), of: .ann, on: service),
    ]
    for answer in refusals {
      #expect(answer.status == 403)
      #expect(answer.json["rule"] == "CNF-09")
      #expect(answer.text.contains("contacts.serverMatching is off"))
    }
    // A refused number is no reason for a row, and removing one is allowed.
    let export = try service.call(.get, "/users/\(OpaqueID(.ann))/export", by: .backend)
    #expect(export.json["person"] == .null)
    #expect(try set(.null, of: .ann, on: service).status == 204)
    let document = try service.call(.get, "/openapi.json").json
    let entry = document["paths"]?["/contacts/matches"]?["post"]
    #expect(entry?["requestBody"] == nil && entry?["responses"]?["200"] == nil)
    #expect(entry?["responses"]?["403"] != nil)
    #expect(!(try service.call(.get, "/metrics").text.contains("link_contact")))
  }

  @Test func `CNF-09 · product with the setting on answers, by --set as rin does`() throws {
    var profile = Profile.product
    profile.flow.serverMatching = true
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    _ = try set(.text(Self.annsNumber), of: .ann, on: service)
    #expect(try matches(upload([Self.annsNumber], to: service)).count == 1)
  }

  @Test func `every malformed number is named by its place, and repeated by no answer`() throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let answer = try service.call(
      .post, "/contacts/matches", by: .user(.cy),
      body: [
        "numbers": [.text("+49 1512 7777777"), .text(Self.annsNumber), 491_512_777_777_7, .null]
      ])
    #expect(answer.status == 422)
    let places = answer.json["errors"]?.elements.map { $0["pointer"]?.text }
    #expect(places == ["#/numbers/0", "#/numbers/2", "#/numbers/3"])
    #expect(!answer.text.contains("7777") && !answer.text.contains("2025550"))
    let phone = try set("0151 7777777", of: .ann, on: service)
    #expect(phone.status == 422 && !phone.text.contains("7777"))
    let many = try upload([String](repeating: Self.annsNumber, count: 1_001), to: service)
    #expect(many.status == 422 && many.text.contains("at most 1000"))
    #expect(!many.text.contains("2025550"))
    #expect(try service.call(.post, "/contacts/matches", by: .user(.cy), body: [:]).status == 422)
  }

  @Test func `CNF-36 · a user's numbers of a day are limited, and another user's are not`() throws {
    let service = try Service(.rin, clock: .toldByRequests)
    defer { _ = try? service.server.stop() }
    func upload(_ count: Int, at moment: String, by user: PrincipalID = .cy) throws -> RawAnswer {
      try self.upload(
        [String](repeating: Self.stranger, count: count), by: .user(user), to: service,
        fields: [ServiceClock.field: moment])
    }
    for _ in 0..<20 { #expect(try upload(1_000, at: "2026-03-01T12:00:00Z").status == 200) }
    let refused = try upload(1, at: "2026-03-02T11:59:59Z")
    #expect(refused.status == 429)
    #expect(refused.field("Retry-After") == "1")
    #expect(refused.json["rule"] == "CNF-09")
    #expect(try upload(0, at: "2026-03-02T11:59:59Z").status == 200)
    #expect(try upload(1, at: "2026-03-02T11:59:59Z", by: .bob).status == 200)
    #expect(try upload(1_000, at: "2026-03-02T12:00:00Z").status == 200)
    let metrics = try service.call(
      .get, "/metrics", fields: [ServiceClock.field: "2026-03-02T12:00:00Z"]
    ).text
    #expect(metrics.contains("link_contact_uploads_total 23\n"))
    #expect(metrics.contains("link_contact_numbers_total 21001\n"))
    #expect(metrics.contains("link_contact_matches_total 0\n"))
  }

  @Test func `P-PRV-07 · an export says that a keyed hash is kept, and not the number`() throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    _ = try set(.text(Self.annsNumber), of: .ann, on: service)
    let export = try service.call(.get, "/users/\(OpaqueID(.ann))/export", by: .user(.ann))
    let hash = try #require(export.json["person"]?["phoneHash"]?.text)
    #expect(hash.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(!export.text.contains("2025550123"))
    // Another key gives another hash, so that two services cannot compare.
    let other = ServiceKeys(Service.secret.derived(for: "another service"))
    let number = try #require(E164Number(Self.annsNumber))
    #expect(service.keys.numbers.hash(number).hexadecimal == hash)
    #expect(other.numbers.hash(number).hexadecimal != hash)
  }

  @Test func `D-PRV-04 · a number stands in no file, no metric and no line, and survives a kill`()
    throws
  {
    let parent = NSTemporaryDirectory() + "growthloop-numbers-" + UUID().uuidString
    let folder = "\(parent)/data"
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    func ask(
      _ process: ServiceProcess, _ method: WebMethod, _ path: String, _ body: String = ""
    ) throws -> RawAnswer {
      var client = try RawClient(process.address)
      try client.send(
        Service.request(
          method, path, ["Authorization": "Bearer \(Service.backendToken)"], body))
      return try client.receive()
    }
    let (ann, bob) = (OpaqueID(PrincipalID.ann).text, OpaqueID(PrincipalID.bob).text)
    let upload = #"{"user":"\#(bob)","numbers":["\#(Self.annsNumber)","\#(Self.stranger)"]}"#
    let events = ["--events", "\(parent)/events.jsonl"]

    var process = try ServiceProcess(in: folder, events)
    #expect(
      try ask(process, .put, "/users/\(ann)", #"{"phone":"\#(Self.annsNumber)"}"#).status == 204)
    #expect(try matches(ask(process, .post, "/contacts/matches", upload)) == ["0 \(ann)"])
    var said = process.end()

    process = try ServiceProcess(in: folder, events)
    #expect(try matches(ask(process, .post, "/contacts/matches", upload)) == ["0 \(ann)"])
    let bad = try ask(
      process, .post, "/contacts/matches", upload.replacing("\"+1202555019", with: "\"+1202555019x")
    )
    #expect(bad.status == 422 && !bad.text.contains("2025550"))
    #expect(!(try ask(process, .get, "/metrics").text.contains("2025550")))
    said += process.stop().said
    #expect(!said.contains("2025550"))
    try expectNoNumber(below: parent)

    process = try ServiceProcess(in: folder, events)
    #expect(try ask(process, .delete, "/users/\(ann)").status == 200)
    #expect(try matches(ask(process, .post, "/contacts/matches", upload)) == [])
    _ = process.end()
    process = try ServiceProcess(in: folder, events)
    #expect(try matches(ask(process, .post, "/contacts/matches", upload)) == [])
    _ = process.stop()
    try expectNoNumber(below: parent)
  }

  /// Neither the digits nor the hash stand in a file.
  private func expectNoNumber(below parent: String) throws {
    let number = try #require(E164Number(Self.annsNumber))
    let hash = ServiceKeys(Service.secret).numbers.hash(number)
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: hash.rawValue >> UInt128(8 * $0)) }
    let traces = [
      Array("2025550123".utf8), Array("2025550199".utf8), bytes, bytes.reversed(),
      Array(hash.hexadecimal.utf8),
    ]
    var files = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: parent) {
      guard let content = FileManager.default.contents(atPath: "\(parent)/\(path)") else {
        continue
      }
      files += 1
      for trace in traces { #expect(content.range(of: Data(trace)) == nil, "\(path)") }
    }
    #expect(files > 3)
  }
}
