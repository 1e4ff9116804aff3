import Invites
import GrowthloopFindings
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("A clock that requests tell", .timeLimit(.minutes(60)))
struct ToldTimeTests {
  private static let noon = "2026-03-01T12:00:00Z"

  private func create(_ service: Service, at moment: String?) throws -> RawAnswer {
    var fields = ["Idempotency-Key": "k\(moment ?? "")"]
    if let moment { fields[ServiceClock.field] = moment }
    return try service.call(.post, "/invites", by: .user(.ann), body: [:], fields: fields)
  }

  @Test func `a request takes place when it says`() throws {
    let service = try Service(.product, clock: .toldByRequests)
    defer { _ = try? service.server.stop() }
    #expect(try create(service, at: Self.noon).json["createdAt"] == .text(Self.noon))
    // Whatever came later before it.
    let earlier = "2026-03-01T09:00:00Z"
    #expect(try create(service, at: earlier).json["createdAt"] == .text(earlier))
  }

  @Test(arguments: [nil, "", "noon"])
  func `a request that does not say is refused`(_ moment: String?) throws {
    let service = try Service(.rin, clock: .toldByRequests)
    defer { _ = try? service.server.stop() }
    #expect(try create(service, at: moment).status == 400)
  }

  @Test func `only where requests tell the time does the document say so`() throws {
    let told = try Service(.rin, clock: .toldByRequests)
    defer { _ = try? told.server.stop() }
    let document = try told.call(
      .get, "/openapi.json", fields: [ServiceClock.field: Self.noon])
    #expect(document.text.contains(ServiceClock.field))
    let real = try Service(.rin)
    defer { _ = try? real.server.stop() }
    #expect(!(try real.call(.get, "/openapi.json").text.contains(ServiceClock.field)))
  }
}
