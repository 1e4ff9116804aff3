import Attribution
import Foundation
import Invites
import GrowthloopLinkStore
import GrowthloopTransport
import Profiles
import Synchronization
import TestSockets
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Durability · what is acknowledged stays", .timeLimit(.minutes(60)))
struct ProcessTests {
  private let folder = NSTemporaryDirectory() + "growthloop-torture-" + UUID().uuidString

  /// Three by default; `make torture` asks for twenty.
  static let rounds =
    ProcessInfo.processInfo.environment["GROWTHLOOP_TORTURE_ROUNDS"].flatMap { Int($0) } ?? 3

  private static let options = [
    "--profile", "product", "--rate-per-address", "none", "--rate-per-user", "none",
    "--behind-proxy",
  ]

  @Test func `P-EDG-14 · killed at any moment under load, it has all it acknowledged, once`() throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let client = TortureClient()
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<Self.rounds {
      let before = client.acknowledged.withLock { $0.count }
      // A process is as likely to be killed early as late in a life of some thousand commits.
      let end = before + Int.random(in: 1...1_500, using: &chance)
      let process = try ServiceProcess(in: folder, Self.options)
      let address = process.address
      let isTime = DispatchSemaphore(value: 0)
      let done = DispatchGroup()
      for _ in 0..<4 {
        done.enter()
        Thread.detachNewThread {
          client.work(on: address) { if $0 >= end { isTime.signal() } }
          done.leave()
        }
      }
      try isTime.waitOrThrow(minutes: 10)
      process.kill()
      try done.waitOrThrow()
    }
    let acknowledged = client.acknowledged.withLock { $0 }
    try check(acknowledged)
    AttackReport.tell(
      "\(Self.rounds) kills under load: \(acknowledged.count) acknowledged, all kept, once")
  }

  @Test func `killed under taps that wait for no answer, it has each that it answered`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = try ServiceProcess(in: folder, Self.options)
    let link = try Service.create(on: process.address)
    let answers = try process.killUnderTaps(on: link, after: 3_000)
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .product), root: .test)
    let clicks = store.clicks(on: [try InviteCode(parsing: link)]).count
    #expect(clicks >= answers)
    try store.close()
  }

  @Test func `a crash shows nothing of what is in memory`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = try ServiceProcess(in: folder, Self.options)
    #expect(process.crash().isEmpty)
  }

  @Test func `its metrics say of the process what the kernel says`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = Double(WallTime.now()) / 1_000
    let process = try ServiceProcess(
      in: folder, environment: ["GROWTHLOOP_REVISION": "b5bb9d8014a0f9b1"])
    var client = try RawClient(process.address)
    func figures() throws -> [String: Double] {
      try client.send(Service.request(.get, "/metrics", [:], ""))
      let lines = try client.receive().text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      return Dictionary(
        lines.compactMap { line in
          let words = line.split(separator: " ")
          return words.last.flatMap { Double($0) }.map { (String(words[0]), $0) }
        }, uniquingKeysWith: { $1 })
    }
    let ticksBefore = process.processorTicks
    let first = try figures()
    let ticksAfter = process.processorTicks
    let processor = (try #require(first["process_cpu_seconds_total"]) * 100).rounded(.down)
    #expect(processor >= ticksBefore - 2 && processor <= ticksAfter + 2)
    let start = try #require(first["process_start_time_seconds"])
    // The kernel's moment of the boot has whole seconds.
    #expect(start > before - 2 && start < Double(WallTime.now()) / 1_000 + 2)
    #expect(first["process_open_fds"] == Double(process.descriptors))
    #expect(first["process_max_fds"] == process.descriptorLimits.first.flatMap { Double($0) })
    let memory = try #require(first["process_resident_memory_bytes"])
    #expect(abs(memory / Double(process.residentBytes) - 1) < 0.2)
    #expect(try #require(first["process_virtual_memory_bytes"]) > memory)
    let build = first.keys.first { $0.hasPrefix("growthloop_build_info{version=") }
    #expect(build?.hasSuffix("revision=\"b5bb9d8014a0f9b1\"}") == true)
    let other = try RawClient(process.address)
    #expect(try figures()["process_open_fds"] == Double(process.descriptors))
    withExtendedLifetime(other) {}
    process.kill()
  }

  @Test func `it may have as many connections as the system lets it have`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = try ServiceProcess(in: folder, Self.options)
    let limits = process.descriptorLimits
    #expect(limits.count == 2 && limits.first == limits.last, "\(limits)")
    process.kill()
  }

  private func check(_ acknowledged: Acknowledged) throws {
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .product), root: .test)
    for (inviter, text) in acknowledged.invites {
      let codes = store.invites(of: inviter).map { "\($0.record.code)" }
      #expect(codes == [text], "the invites of \(inviter.rawValue)")
    }
    let codes = Set(try acknowledged.invites.values.map { try InviteCode(parsing: $0) })
    var clicks: [UInt64: Int] = [:]
    for click in store.clicks(on: codes) { clicks[click.link, default: 0] += 1 }
    #expect(clicks.values.allSatisfy { $0 == 1 }, "a click is there twice")
    for text in acknowledged.taps {
      #expect(clicks[try InviteCode(parsing: text).packed] == 1, "the click on \(text)")
    }
    for (invitee, text) in acknowledged.acceptances {
      let referrals = store.referrals(of: invitee)
      #expect(referrals.map { "\($0.code)" } == [text])
      #expect(referrals.first?.acceptedAt != nil)
      let invite = store.invite(try InviteCode(parsing: text))
      #expect(invite?.record.lifecycle.acceptances == 1)
    }
    for address in acknowledged.addresses {
      #expect(store.emailNotice(to: address) != nil, "the address \(address)")
    }
    #expect(acknowledged.count > 0 && !acknowledged.addresses.isEmpty)
    try store.close()
  }

  @Test func `on SIGTERM it finishes, and says what it did`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = try ServiceProcess(in: folder)
    let link = try Service.create(on: process.address)
    var client = try RawClient(process.address)
    try client.send(Service.request(.get, "/invite/\(link)", ["User-Agent": Service.iPhone], ""))
    #expect(try client.receive().status == 200)
    let (code, said) = process.stop()
    #expect(code == 0)
    #expect(said.contains("stopped by signal 15: 2 requests"))
    #expect(!said.contains(link))
    let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .rin), root: .test)
    #expect(store.clicks(on: [try InviteCode(parsing: link)]).count == 1)
    try store.close()
  }

  @Test func `two processes do not share a folder`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = try ServiceProcess(in: folder)
    #expect {
      _ = try ServiceProcess(in: folder)
    } throws: { error in
      (error as? ServiceProcess.NotListening)?.said.contains("in use by another process") == true
    }
    #expect(process.stop().code == 0)
  }
}
