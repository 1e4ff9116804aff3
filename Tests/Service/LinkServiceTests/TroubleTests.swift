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

@Suite("Trouble · a clear error, a 503, never a lie", .timeLimit(.minutes(60)))
struct TroubleTests {
  private let folder = NSTemporaryDirectory() + "growthloop-trouble-" + UUID().uuidString
  private static let options = ["--rate-per-address", "none", "--rate-per-user", "none"]

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// What a service says that cannot start, and with which code it ends.
  private func refusal(mostBlocks: Int? = nil) throws -> ServiceProcess.NotListening {
    do {
      _ = try ServiceProcess(in: folder, Self.options, mostBlocks: mostBlocks)
      throw ServiceProcess.NotListening(said: "it listens", code: 0)
    } catch let refusal as ServiceProcess.NotListening {
      return refusal
    }
  }

  private func check(_ answer: RawAnswer, _ place: String) {
    #expect(answer.status == 503, "\(place)")
    #expect(answer.field("Content-Type") == "application/problem+json", "\(place)")
    #expect(answer.json["status"] == 503, "\(place)")
  }

  @Test func `what can only be read resolves, and records nothing`() throws {
    defer { remove() }
    let first = try ServiceProcess(in: folder, Self.options)
    let code = try Service.create(on: first.address)
    #expect(first.stop().code == 0)
    let service = try Service(in: folder, for: .reading)
    defer { _ = try? service.server.stop() }
    #expect(try service.call(.get, "/invites/\(code)", by: .user(.bob)).status == 200)
    #expect(try service.tap("/invite/\(code)", userAgent: "WhatsApp/2.0").status == 200)
    let path = "/users/\(OpaqueID(.ann))"
    let page = try service.tap("/invite/\(code)")
    #expect(page.status == 200, "whoever taps gets the page")
    #expect(
      try service.call(.get, "/metrics").text.contains("http_uncommitted_answers_total 1"))
    check(try service.call(.post, "/invite/\(code)", body: [:]), "a tap that is told anew")
    check(
      try service.call(
        .post, "/invites", by: .user(.bob), body: [:], fields: ["Idempotency-Key": "1"]), "create")
    check(try service.call(.post, "/invites/\(code)/accept", by: .user(.bob)), "accept")
    check(try service.call(.put, path, by: .backend, body: ["name": "Ann"]), "a name")
    check(try service.call(.delete, path, by: .user(.ann)), "erasure")
    check(try service.call(.get, "/healthz"), "health")
    #expect(try service.call(.get, "/invites/\(code)", by: .user(.bob)).status == 200)
  }

  @Test func `what it writes is its owner's alone, and figures behind a proxy are the backend's`()
    throws
  {
    defer { remove() }
    let process = try ServiceProcess(in: folder, Self.options + ["--behind-proxy"])
    _ = try Service.create(on: process.address)
    var client = try RawClient(process.address)
    try client.send(Service.request(.get, "/metrics", [:], ""))
    #expect(try client.receive().status == 401)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(process.stop().code == 0)
  }

  @Test func `a file that is damaged is named, and left alone`() throws {
    defer { remove() }
    #expect(try ServiceProcess(in: folder, Self.options).stop().code == 0)
    let file = "\(folder)/store.sqlite"
    let bytes = Data("This is a shopping list, and a long one at that.".utf8)
    try bytes.write(to: URL(filePath: file))
    let refusal = try refusal()
    #expect(refusal.code == 65)
    #expect(refusal.said.contains("store.sqlite is damaged"))
    #expect(FileManager.default.contents(atPath: file) == bytes)
  }

  @Test(.enabled(if: ServiceProcess.takesFileLimits))
  func `where there is no room at all it does not start, and says so`() throws {
    defer { remove() }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let refusal = try refusal(mostBlocks: 0)
    #expect(refusal.code == 74)
    #expect(refusal.said.contains("no room is left for"))
  }

  @Test(.enabled(if: ServiceProcess.takesFileLimits))
  func `on a full disk nothing is acknowledged that is not kept`() throws {
    defer { remove() }
    // So that the database is there, and only what grows meets the limit.
    let first = try ServiceProcess(in: folder, Self.options)
    let link = try Service.create(on: first.address)
    #expect(first.stop().code == 0)
    let process = try ServiceProcess(in: folder, Self.options, mostBlocks: 768)
    var client = try RawClient(process.address)
    func ask(_ method: WebMethod, _ path: String, _ body: String = "") throws -> RawAnswer {
      try client.send(Service.request(method, path, ["User-Agent": Service.iPhone], body))
      return try client.receive()
    }
    var acknowledged = 0
    var refused: RawAnswer?
    for _ in 0..<20_000 where refused == nil {
      // A page promises nothing; what its script sends is acknowledged.
      let answer = try ask(.post, "/invite/\(link)", "{}")
      if answer.status == 204 { acknowledged += 1 } else { refused = answer }
    }
    check(try #require(refused), "a tap")
    #expect(refused?.field("Retry-After") != nil)
    check(try ask(.get, "/healthz"), "health")
    #expect(try ask(.get, "/invite/\(link)").status == 200, "whoever taps gets the page")
    let figures = try ask(.get, "/metrics").text
    #expect(figures.contains("http_uncommitted_answers_total 1"))
    let said = process.end()
    #expect(said.split(separator: "\n").count { $0.contains("nothing new is kept") } == 1)
    let again = try ServiceProcess(in: folder, Self.options)
    #expect(again.stop().code == 0)
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .rin), root: .test)
    #expect(store.clicks(on: [try InviteCode(parsing: link)]).count == acknowledged)
    try store.close()
  }

  @Test func `while another program holds the database, what is acknowledged is kept`() throws {
    defer { remove() }
    let process = try ServiceProcess(in: folder, Self.options)
    let link = try Service.create(on: process.address)
    let lock = try ForeignLock(on: "\(folder)/store.sqlite")
    var client = try RawClient(process.address)
    var acknowledged = 0
    for _ in 0..<200 {
      try client.send(
        Service.request(.post, "/invite/\(link)", ["User-Agent": Service.iPhone], "{}"))
      if try client.receive().status == 204 { acknowledged += 1 }
    }
    process.kill()
    lock.release()
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .rin), root: .test)
    #expect(store.clicks(on: [try InviteCode(parsing: link)]).count == acknowledged)
    #expect(acknowledged > 0)
    try store.close()
  }

  @Test func `while somebody reads the database a deletion is confirmed, and is one`() throws {
    defer { remove() }
    let process = try ServiceProcess(in: folder, Self.options)
    _ = try Service.create(on: process.address)
    var client = try RawClient(process.address)
    let lock = try ForeignLock(on: "\(folder)/store.sqlite", .forReading)
    let fields = ["Authorization": "Bearer \(Service.backendToken)"]
    for _ in 0..<2 {
      try client.send(Service.request(.delete, "/users/\(OpaqueID(.ann))", fields, ""))
      #expect(try client.receive().status == 200)
    }
    try client.send(Service.request(.get, "/users/\(OpaqueID(.ann))/export", fields, ""))
    #expect(try client.receive().status == 404)
    lock.release()
    #expect(process.stop().code == 0)
  }

  @Test func `a database that another program holds keeps it from starting`() throws {
    defer { remove() }
    let first = try ServiceProcess(in: folder, Self.options)
    #expect(first.stop().code == 0)
    let lock = try ForeignLock(on: "\(folder)/store.sqlite")
    let refusal = try refusal()
    lock.release()
    #expect(refusal.code == 74)
    #expect(refusal.said.contains("in use by another process"))
  }
}
