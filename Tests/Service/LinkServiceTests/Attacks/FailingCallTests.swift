import Foundation
import Invites
import GrowthloopLinkStore
import Profiles
import GrowthloopTransport
import TestSockets
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Attack · a disk whose calls fail", .timeLimit(.minutes(60)))
struct FailingCallTests {
  private let folder = NSTemporaryDirectory() + "growthloop-failing-" + UUID().uuidString

  /// How many lives a service has on that disk: `make attack` gives it more.
  private static let lives = AttackReport.count(25, usually: 2)

  private static let options = ["--rate-per-address", "none", "--rate-per-user", "none"]

  private func remove() {
    for path in [folder, "\(folder).so", "\(folder).armed"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// The library that lets calls fail, compiled by the compiler of the toolchain.
  private func library() throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "failing-calls.c").path
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", "\(folder).so", source]
    try compiler.run(minutesAtMost: 2)
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return "\(folder).so"
  }

  /// What was acknowledged of taps and of deletions.
  private struct Acknowledged {
    var taps = 0
    var refused = 0
    var deleted: [PrincipalID] = []
  }

  @Test(.enabled(if: ServiceProcess.takesFileLimits))
  func `nothing is acknowledged that is not there at the next start`() throws {
    defer { remove() }
    let library = try library()
    let armed = "\(folder).armed"
    let first = try ServiceProcess(in: folder, Self.options)
    let link = try Service.create(on: first.address)
    #expect(first.stop().code == 0)

    var all = Acknowledged()
    for life in 0..<Self.lives {
      try? FileManager.default.removeItem(atPath: armed)
      let process = try ServiceProcess(
        in: folder, Self.options,
        environment: [
          "LD_PRELOAD": library, "FAIL_ONE_IN": "\(40 + 60 * (life % 4))", "FAIL_WHEN": armed,
        ])
      try Data().write(to: URL(filePath: armed))
      try torment(process, link, life, &all)
      process.kill()
    }
    try? FileManager.default.removeItem(atPath: armed)
    let again = try ServiceProcess(in: folder, Self.options)
    #expect(again.stop().code == 0)
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .rin), root: .test)
    // A refused one may be there: what became of a sync that failed nobody knows.
    let kept = store.clicks(on: [try InviteCode(parsing: link)]).count
    #expect((all.taps...all.taps + all.refused).contains(kept))
    for person in all.deleted {
      #expect(store.isErased(person))
      #expect(store.person(person) == nil)
    }
    try store.close()
    AttackReport.tell(
      "failing calls: \(Self.lives) lives, \(all.taps) taps and \(all.deleted.count) deletions "
        + "acknowledged, \(all.refused) refused, \(kept) taps kept")
    #expect(all.taps > 0 && all.refused > 0 && !all.deleted.isEmpty)
  }

  /// Taps and deletes until the service has refused twenty times.
  private func torment(
    _ process: ServiceProcess, _ link: String, _ life: Int, _ all: inout Acknowledged
  ) throws {
    var client = try RawClient(process.address)
    let fields = ["Authorization": "Bearer \(Service.backendToken)"]
    var refusals = 0
    for number in 0..<400 where refusals < 20 {
      let person = PrincipalID(rawValue: UInt64(1_000 + life * 400 + number))
      let user = "/users/\(OpaqueID(person))"
      if number % 5 == 0 {
        try client.send(Service.request(.put, user, fields, #"{"name":"Ann"}"#))
        guard try client.receive().status == 204 else {
          refusals += 1
          continue
        }
        try client.send(Service.request(.delete, user, fields, ""))
        if try client.receive().status == 200 { all.deleted.append(person) } else { refusals += 1 }
        continue
      }
      try client.send(
        Service.request(.post, "/invite/\(link)", ["User-Agent": Service.iPhone], "{}"))
      if try client.receive().status == 204 {
        all.taps += 1
      } else {
        all.refused += 1
        refusals += 1
      }
    }
  }
}
