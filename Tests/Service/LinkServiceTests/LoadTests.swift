import Invites
import GrowthloopFindings
import GrowthloopTransport
import GrowthloopLoadGenerator
import TestSockets
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("LinkService · what the load generator asks", .timeLimit(.minutes(60)))
struct LoadTests {
  @Test func `every kind of request gets an answer that is wanted`() throws {
    let service = try Service()
    let inviters = (1...20).map { PrincipalID(rawValue: $0) }
    let codes = try inviters.map { try service.create(by: $0) }
    let people = inviters.map { OpaqueID($0).text }
    var target = LoadTarget(host: "127.0.0.1", port: service.server.addresses[0].port)
    target.bearerToken = service.token(.backend)
    let links = LinkPopulation([
      .init(.known, weight: 9, codes: codes), .init(.unknown, weight: 1, codes: ["zzzzzzzz"]),
    ])
    var scenario = LoadScenario()
    scenario.mix.landingTapKept = 1
    let kinds = scenario.parts.map { TrafficMix.Part($0.kind) }
    #expect(kinds.count == 8)
    var plan = LoadPlan(
      target, .open(.constant(2_000, for: .milliseconds(200))),
      TrafficMix(kinds, links: links, people: people))
    plan.limits.connections = 32
    let record = try LoadRun(plan).run()
    try service.server.stop()
    #expect(record.counts.isBalanced)
    for kind in record.kinds {
      #expect(kind.counts.answered > 10, "\(kind.name)")
      #expect(kind.counts.errors == 0, "\(kind.name): \(kind.counts)")
    }
  }

  @Test func `CNF-09 · every upload of an address book is answered, with the users in it`() throws {
    let service = try Service()
    let people = (1...4).map { PrincipalID(rawValue: $0) }
    func number(_ place: Int) -> String { "+99900000000\(place)" }
    for (place, user) in people.enumerated() {
      _ = try service.call(
        .put, "/users/\(OpaqueID(user))", by: .backend, body: ["phone": .text(number(place))])
    }
    var target = LoadTarget(host: "127.0.0.1", port: service.server.addresses[0].port)
    target.bearerToken = service.token(.backend)
    var plan = LoadPlan(
      target, .open(.constant(500, for: .milliseconds(200))),
      TrafficMix(
        [.init(OwnRequest.contactUpload.kind)], people: people.map { OpaqueID($0).text },
        // Two users and two strangers in each.
        books: [(0, 1, 5, 6), (2, 7, 3, 8)].map {
          [$0.0, $0.1, $0.2, $0.3].map { "\"\(number($0))\"" }.joined(separator: ",")
        }))
    plan.limits.connections = 8
    let record = try LoadRun(plan).run()
    let metrics = try service.call(.get, "/metrics").text
    try service.server.stop()
    let counts = record.kinds[0].counts
    #expect(counts.answered > 50 && counts.errors == 0 && counts.isBalanced)
    #expect(metrics.contains("link_contact_uploads_total \(counts.answered)\n"))
    #expect(metrics.contains("link_contact_numbers_total \(4 * counts.answered)\n"))
    #expect(metrics.contains("link_contact_matches_total \(2 * counts.answered)\n"))
  }
}
