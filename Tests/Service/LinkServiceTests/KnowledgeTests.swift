import Foundation
import Invites
import GrowthloopFindings
@testable import GrowthloopLinkService
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@Suite(
  "Privacy · no answer tells what there is to those whom it does not concern",
  .timeLimit(.minutes(60)))
struct KnowledgeTests {
  /// An operation at one of its paths.
  struct Asked: Sendable, CustomTestStringConvertible {
    let operation: GrowthloopLinkService.Operation
    let path: String

    var testDescription: String { "\(operation.method.rawValue) \(path)" }

    /// What every parameter of the path may be filled with, and no answer may depend on.
    func paths(codes: [String], users: [String]) -> [String] {
      let fillings = path.contains("{code}") ? codes : users
      return fillings.map {
        path.replacing("{code}", with: $0)
          .replacing("/outbox/{id}", with: "/outbox/\($0).\($0)").replacing("{id}", with: $0)
      }
    }
  }

  private static func asked(_ access: (ServiceCall.Access) -> Bool) -> [Asked] {
    GrowthloopLinkService.Operation.all(guardingMetrics: true).filter { access($0.call.access) }
      .flatMap { operation in operation.call.paths.map { Asked(operation: operation, path: $0) } }
      .filter { $0.path.contains("{") }
  }

  private static let open = asked { if case .anybody = $0 { true } else { false } }
  private static let guarded = asked { if case .anybody = $0 { false } else { true } }
  private static let personal = asked {
    switch $0 {
    case .owner, .backend: true
    case .anybody, .caller: false
    }
  }

  /// A service that knows Ann and her code, and knew Cy and his.
  private func service(
    _ profile: Profile = .rin
  ) throws -> (service: Service, codes: [String], users: [String]) {
    let service = try Service(profile)
    let known = try service.create(by: .ann)
    let erased = try service.create(by: .cy)
    _ = try service.call(.delete, "/users/\(OpaqueID(.cy))", by: .user(.cy))
    let users = [PrincipalID.ann, PrincipalID(rawValue: 999), .cy].map { OpaqueID($0).text }
    return (service, [known, "aaaaaaaa", erased], users)
  }

  private func compare(
    _ asked: Asked, _ paths: [String], on service: Service, _ status: Int? = nil,
    ask: (String) throws -> RawAnswer
  ) throws {
    let answers = try paths.map(ask)
    for (path, answer) in zip(paths, answers) {
      #expect(answer.withoutDate == answers[0].withoutDate, "\(asked.testDescription): \(path)")
      if let status { #expect(answer.status == status, "\(asked.testDescription): \(path)") }
    }
  }

  @Test(arguments: open)
  func `RES-12 · under rin whoever follows a link cannot tell whether its code is known`(
    asked: Asked
  ) throws {
    let (service, codes, users) = try service()
    defer { _ = try? service.server.stop() }
    let paths = asked.paths(codes: codes, users: users)
    let body: JSONValue? = asked.operation.method == .post ? [:] : nil
    let method = asked.operation.method
    for agent in [Service.iPhone, "WhatsApp/2.0", "Mozilla/5.0 (Linux; Android 15; Pixel 9)"] {
      try compare(asked, paths, on: service) {
        try service.call(method, $0, body: body, fields: ["User-Agent": agent])
      }
    }
    // Nor by another method, nor by a token.
    for other: WebMethod in [.head, .options, .put, .delete] {
      try compare(asked, paths, on: service) { try service.call(other, $0) }
    }
    try compare(asked, paths, on: service) {
      try service.call(method, $0, by: .user(.bob), body: body)
    }
  }

  @Test func `RES-12 · under rin the fetch of a preview looks at no link, so that no time tells`()
    throws
  {
    let witness = Witness()
    let service = try Service { WitnessedStore($0, witness) }
    defer { _ = try? service.server.stop() }
    let known = try service.create(by: .ann)
    let before = witness.looks
    for code in [known, "aaaaaaaa"] {
      for path in ["/invite/\(code)", "/r/\(code)", "/invite?ref=\(code)"] {
        #expect(try service.tap(path, userAgent: "WhatsApp/2.0").status == 200)
        #expect(try service.call(.head, path).status == 200)
      }
      let fields = ["User-Agent": "WhatsApp/2.0"]
      #expect(
        try service.call(.post, "/invite/\(code)", body: [:], fields: fields).status == 204)
    }
    #expect(witness.looks == before)
    try service.tap("/invite/\(known)")
    #expect(witness.looks > before, "a person's tap does look")
  }

  @Test(arguments: guarded)
  func `without a token that is good nothing depends on what is asked about`(
    asked: Asked
  ) throws {
    let (service, codes, users) = try service(.product)
    defer { _ = try? service.server.stop() }
    let paths = asked.paths(codes: codes + ["short"], users: users + ["nobody"])
    for fields in [[:], ["Authorization": "Bearer user.1.2.3"]] as [[String: String]] {
      try compare(asked, paths, on: service, 401) {
        try service.call(asked.operation.method, $0, body: [:], fields: fields)
      }
    }
  }

  @Test(arguments: personal)
  func `somebody else is refused alike, whoever is asked about`(asked: Asked) throws {
    let (service, codes, users) = try service(.product)
    defer { _ = try? service.server.stop() }
    try compare(asked, asked.paths(codes: codes, users: users + ["nobody"]), on: service, 403) {
      try service.call(asked.operation.method, $0, by: .user(.bob), body: [:])
    }
  }

  @Test func `the code of another is to its sharer as one that was never made`() throws {
    let (service, codes, _) = try service(.product)
    defer { _ = try? service.server.stop() }
    let answers = try codes.map {
      try service.call(
        .post, "/invites/\($0)/share", by: .user(.bob), body: ["channel": "whatsapp"])
    }
    for answer in answers {
      #expect(answer.status == 404)
      #expect(answer.withoutDate == answers[0].withoutDate)
    }
  }

  @Test(arguments: ["", "/open", "/accept"])
  func `CNF-49 · what was erased is to an app as if it had never been`(call: String) throws {
    let (service, codes, _) = try service(.product)
    defer { _ = try? service.server.stop() }
    let answers = try codes.dropFirst().map {
      try service.call(call.isEmpty ? .get : .post, "/invites/\($0)\(call)", by: .user(.bob))
    }
    #expect(answers[0].withoutDate == answers[1].withoutDate)
  }

  @Test func `a user's own calls tell only of that user`() throws {
    let (service, codes, _) = try service(Profile.rin.withRPCNames)
    defer { _ = try? service.server.stop() }
    for path in ["/invites/status", "/users/\(OpaqueID(.bob))/invites"] {
      let text = try service.call(.get, path, by: .user(.bob)).text
      #expect(!text.contains(codes[0]) && !text.contains(OpaqueID(.ann).text))
    }
    let export = try service.call(.get, "/users/\(OpaqueID(.bob))/export", by: .user(.bob)).text
    #expect(!export.contains(codes[0]) && !export.contains(OpaqueID(.ann).text))
    for body in [["user": .text(OpaqueID(.ann).text)]] as [JSONValue] {
      let answer = try service.call(
        .post, "/invites", by: .user(.bob), body: body, fields: ["Idempotency-Key": "1"])
      #expect(answer.status == 403)
      #expect(!answer.text.contains(codes[0]))
    }
  }
}
