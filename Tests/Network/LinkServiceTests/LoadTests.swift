import Invites
import LinuxIO
import LoadGenerator
import TestSockets
import Testing
import Vocabulary
import WebServer

@testable import LinkService

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
    var plan = LoadPlan(
      target, .open(.constant(2_000, for: .milliseconds(200))),
      TrafficMix(
        RequestKind.invites.map { .init($0) }, links: links, people: people))
    plan.limits.connections = 32
    let record = try LoadRun(plan).run()
    try service.server.stop()
    #expect(record.counts.isBalanced)
    for kind in record.kinds {
      #expect(kind.counts.answered > 10, "\(kind.name)")
      #expect(kind.counts.errors == 0, "\(kind.name): \(kind.counts)")
    }
  }
}
