import Foundation
import Invites
import GrowthloopFindings
import GrowthloopTransport
import TestSockets
import Testing
import Vocabulary

@testable import GrowthloopLinkService

/// A service as a process of its own, with codes whose senders have names, for attacks that measure.
///
/// `GROWTHLOOP_ATTACK` asks for them: with `1` on the tool of this build, else on the tool at that path,
/// which should be a release build.
struct AttackedService {
  private static let wish = ProcessInfo.processInfo.environment["GROWTHLOOP_ATTACK"]
  static let isAskedFor = wish != nil
  /// Whether the tool is another than that of this build, which is taken for a release build.
  static var isReleased: Bool { wish?.hasPrefix("/") == true }

  let process: ServiceProcess
  let known: [String]
  /// As many that were never made.
  let unknown: [String]
  private let folder = NSTemporaryDirectory() + "growthloop-attack-" + UUID().uuidString

  init(codes: Int) throws {
    let tool = Self.wish.flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    process = try ServiceProcess(
      in: folder, ["--rate-per-address", "none", "--rate-per-user", "none", "--allow-guessing"],
      by: tool)
    var client = try RawClient(process.address)
    var known: [String] = []
    for number in 1...UInt64(codes) {
      let user = OpaqueID(PrincipalID(rawValue: number))
      let fields = ["Authorization": "Bearer \(Service.backendToken)", "Idempotency-Key": "1"]
      try client.send(Service.request(.post, "/invites", fields, #"{"user":"\#(user)"}"#))
      known.append(try #require(try client.receive().json["code"]?.text))
      try client.send(Service.request(.put, "/users/\(user)", fields, #"{"name":"Ann Archer"}"#))
      #expect(try client.receive().status == 204)
    }
    self.known = known
    var chance = SystemRandomNumberGenerator()
    let taken = Set(known)
    unknown = try known.map { _ in
      "\(try InviteCode.mint(using: &chance) { taken.contains("\($0)") })"
    }
  }

  func stop() {
    _ = process.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
