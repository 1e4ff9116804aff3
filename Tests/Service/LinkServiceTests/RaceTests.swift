import Foundation
import Invites
import GrowthloopFindings
import Profiles
import TestSockets
import TestSupport
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("P-INV-15 · a single-use invite", .timeLimit(.minutes(60)))
struct RaceTests {
  @Test func `of two hundred who race for it exactly one wins`() throws {
    var profile = Profile.product
    profile.link.maxAcceptances = 1
    let service = try Service(profile)
    let code = try service.create(by: .ann)
    let statuses = Guarded<[Int]>([])
    let gate = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    for number in 0..<200 {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        gate.wait()
        let user = PrincipalID(rawValue: 1_000 + UInt64(number))
        let answer = try? service.call(.post, "/invites/\(code)/accept", by: .user(user))
        statuses.withLock { $0.append(answer?.status ?? 0) }
      }
    }
    for _ in 0..<200 { gate.signal() }
    try done.waitOrThrow()
    let won = statuses.withLock { $0.count { $0 == 200 } }
    let lost = statuses.withLock { $0.count { $0 == 409 } }
    #expect(won == 1)
    #expect(lost == 199)
    let export = try service.call(.get, "/users/\(OpaqueID(.ann))/export", by: .backend)
    #expect(export.json["brought"]?.elements.count == 1)
    try service.server.stop()
  }
}
