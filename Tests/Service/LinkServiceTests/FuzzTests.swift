import Foundation
import Invites
import GrowthloopFindings
import GrowthloopTransport
import TestSockets
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Robustness · whatever is sent", .timeLimit(.minutes(60)))
struct FuzzTests {
  /// Some by default; `make fuzz` asks for a hundred thousand.
  private static let requests =
    ProcessInfo.processInfo.environment["GROWTHLOOP_FUZZ_REQUESTS"].flatMap { Int($0) } ?? 1_200
  private static let atOnce = 200

  private static let options = [
    "--profile", "product", "--rate-per-address", "none", "--rate-per-user", "none",
  ]

  /// A client that an array can hold.
  private final class Sender {
    var client: RawClient
    init(_ address: SocketAddress) throws { client = try RawClient(address) }
  }

  @Test func `malformed requests crash nothing, hang nothing and leave nothing behind`() throws {
    let folder = NSTemporaryDirectory() + "growthloop-fuzz-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A hundred thousand take more than ten minutes where syncs are slow.
    let process = try ServiceProcess(in: folder, Self.options, minutes: 50)
    var corpus = FuzzCorpus(
      seed: 5, token: Service.backendToken, code: try Service.create(on: process.address))
    let rounds = Self.requests / Self.atOnce
    // What is made once, for a first request of its kind, is made before.
    try sendRound(of: &corpus, to: process.address)
    let before = (descriptors: try settled(process), memory: process.residentBytes)
    for _ in 0..<rounds { try sendRound(of: &corpus, to: process.address) }
    // The connection of the latest probe may still be closing.
    #expect(try settled(process) <= before.descriptors + 1)
    // Less than a tenth of what a leak of the shortest request would come to, a hundred thousand times.
    #expect(process.residentBytes - before.memory < 32 << 20)
    #expect(try Self.isWell(process.address))
    let (code, said) = process.stop()
    #expect(code == 0, "\(said)")
  }

  /// Sends many requests at once, the last of them in dribs and drabs, and reads what comes.
  private func sendRound(of corpus: inout FuzzCorpus, to address: SocketAddress) throws {
    let requests = (0..<Self.atOnce).map { _ in corpus.next() }
    let senders = try requests.map { _ in try Sender(address) }
    let isSlow = { (place: Int) in place % 20 == 19 }
    for (place, sender) in senders.enumerated() where !isSlow(place) {
      try? sender.client.send(requests[place])
      sender.client.finishSending()
    }
    for step in 0..<40 {
      for (place, sender) in senders.enumerated() where isSlow(place) {
        if step < requests[place].count { try? sender.client.send([requests[place][step]]) }
      }
    }
    for (place, sender) in senders.enumerated() {
      if isSlow(place) { sender.client.finishSending() }
      check(try sender.client.receiveAll(), to: requests[place])
    }
  }

  /// Every answer is one of HTTP, and none says that the service failed.
  private func check(_ answer: [UInt8], to request: [UInt8]) {
    guard !answer.isEmpty else { return }
    let first = String(decoding: answer.prefix(12), as: UTF8.self)
    let status = Int(first.dropFirst(9)) ?? 0
    #expect(
      first.hasPrefix("HTTP/1.") && ((200..<500).contains(status) || [501, 505].contains(status)),
      "\(first) to \(String(decoding: request.prefix(200), as: UTF8.self))")
  }

  /// How many descriptors the process has once it let go of those that have ended: the fewest that it
  /// has, when they become no fewer for a while, in answered requests.
  private func settled(_ process: ServiceProcess) throws -> Int {
    var (fewest, repetitions) = (process.descriptors, 0)
    for _ in 0..<2_000 where repetitions < 50 {
      #expect(try Self.isWell(process.address))
      let next = process.descriptors
      repetitions = next < fewest ? 0 : repetitions + 1
      fewest = min(fewest, next)
    }
    return fewest
  }

  private static func isWell(_ address: SocketAddress) throws -> Bool {
    var client = try RawClient(address)
    try client.send(Service.request(.get, "/healthz", [:], ""))
    return try client.receive().status == 200
  }
}
