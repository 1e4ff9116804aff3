import Attribution
import Foundation
import Invites
import GrowthloopFindings
import GrowthloopTransport
import Profiles
import TestSockets
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Privacy · nobody reads what is not theirs", .timeLimit(.minutes(60)))
struct PrivacyTests {
  private static let known = OpaqueID(.ann)

  /// What only the one it is about may ask, with a place for who that is.
  private static let own: [(WebMethod, String)] = [
    (.get, "/users/ID/invites"), (.get, "/users/ID/export"), (.delete, "/users/ID"),
  ]

  /// What only the backend may ask.
  private static let forBackend: [(WebMethod, String)] = [
    (.put, "/users/ID"), (.post, "/users/ID/milestones"), (.get, "/outbox"),
    (.delete, "/outbox/ID.ID"), (.put, "/android/launch"), (.delete, "/android/launch"),
    (.get, "/android/outbox"), (.delete, "/android/outbox/ID"), (.post, "/android/export"),
    (.post, "/android/erasure"),
  ]

  @Test(
    arguments: [
      [:], ["Authorization": "Bearer nonsense"], ["Authorization": "Basic QQ=="],
      ["Authorization": "Bearer"],
    ] as [[String: String]])
  func `without a token that is good nothing is told`(fields: [String: String]) throws {
    let service = try Service(Profile.rin.withRPCNames)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let asked: [(WebMethod, String)] = [
      (.post, "/invites"), (.get, "/invites/\(code)"), (.post, "/invites/\(code)/accept"),
      (.post, "/invites/deferred"), (.get, "/invites/status"), (.post, "/contacts/matches"),
    ]
    for (method, path) in asked + Self.own + Self.forBackend {
      let answer = try service.call(method, path, body: [:], fields: fields)
      #expect(answer.status == 401, "\(path)")
      #expect(answer.field("WWW-Authenticate") == "Bearer")
    }
  }

  @Test func `metrics hold no code and no person, and can be kept for the backend`() throws {
    let service = try Service(guardsMetrics: true)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)")
    #expect(try service.call(.get, "/metrics").status == 401)
    #expect(try service.call(.get, "/metrics", by: .user(.ann)).status == 403)
    let text = try service.call(.get, "/metrics", by: .backend).text
    #expect(text.contains("http_requests_total{route=\"tapLink\",status=\"200\"} 1"))
    for secret in [code, Self.known.text, "127.0.0.1"] { #expect(!text.contains(secret)) }
    #expect(text.hasSuffix("# EOF\n"))
  }

  @Test(arguments: ProfileID.allCases)
  func `CNF-49 · who is erased stands in no answer and in no file`(id: ProfileID) throws {
    let folder = NSTemporaryDirectory() + "growthloop-service-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let service = try Service(Profile(id), in: folder)
    let bob = PrincipalID(rawValue: 0x3B1D_9F77_C0FF_EE11)
    let name = "Zebedee Thornquist"
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)")
    _ = try service.launch(by: bob, token: code)
    _ = try service.call(.post, "/invites/\(code)/accept", by: .user(bob))
    _ = try service.milestone("signedUp", of: bob, name: name)
    _ = try service.milestone("onboardingCompleted", of: bob)
    // Even while they are there nobody reads them without the keys.
    #expect(try !holds(Array(name.utf8), in: folder))
    #expect(
      try service.call(.get, "/users/\(OpaqueID(bob))/export", by: .user(bob)).text.contains(name))

    #expect(try service.call(.delete, "/users/\(OpaqueID(bob))", by: .user(bob)).status == 200)
    let number = (0..<8).map { UInt8(truncatingIfNeeded: bob.rawValue >> UInt64(8 * $0)) }
    for trace in [Array(name.utf8), number, number.reversed(), Array("\(bob.rawValue)".utf8)] {
      #expect(try !holds(trace, in: folder))
    }
    let path = "/users/\(OpaqueID(bob))"
    // No token brings them back, neither their own nor the backend's.
    #expect(try service.call(.get, path + "/export", by: .user(bob)).status == 401)
    #expect(try service.call(.get, path + "/export", by: .backend).status == 404)
    #expect(try service.call(.put, path, by: .backend, body: ["name": "Bob"]).status == 404)
    #expect(try service.call(.delete, path, by: .backend).status == 200)
    for path in ["/users/\(OpaqueID(.ann))/invites", "/users/\(OpaqueID(.ann))/export", "/outbox"] {
      let answer = try service.call(.get, path, by: .backend).text
      #expect(!answer.contains(name) && !answer.contains(OpaqueID(bob).text), "\(path)")
    }
    try service.server.stop()
  }

  @Test func `an address stands in no file, and in two services by different numbers`() throws {
    let folder = NSTemporaryDirectory() + "growthloop-service-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let service = try Service(in: folder, isBehindProxy: true)
    let code = try service.create(by: .ann)
    let address = try #require(IPAddress("203.0.113.77"))
    try service.tap("/invite/\(code)", fields: ["X-Forwarded-For": "\(address)"])
    let bytes: [UInt8] = [203, 0, 113, 77]
    for trace in [Array("\(address)".utf8), bytes, bytes.reversed()] {
      #expect(try !holds(trace, in: folder))
    }
    try service.server.stop()

    let signals = ["first", "other"].map { purpose in
      DeviceObserver(KeyedHash(Service.secret.derived(for: purpose)))
        .signals(from: address) { _ in "told" }
    }
    for signal in Signal.allCases { #expect(signals[0][signal] != signals[1][signal]) }
  }

  private func holds(_ trace: [UInt8], in folder: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
      let content = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return content.range(of: Data(trace)) != nil
    }
  }
}
