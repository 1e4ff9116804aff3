import Foundation
import Invites

/// A service of its own, with codes in its store, and what it is asked; gone with everything when this
/// is.
final class BenchGround {
  let service: BenchedService
  let loads: ServiceLoads
  let folder: String

  static let serverCore = 0
  static let loadCore = 1
  /// How many links are tapped in turn.
  private static let tapped = 10_000

  /// Fills the store and starts the service; a greatest rate is measured for so many seconds.
  init(
    codes: Int, seconds: Int, _ options: [String] = [], report: (String) -> Void
  ) throws {
    folder = NSTemporaryDirectory() + "growthloop-bench-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Whatever this process does, wrk included, stays off the core of the servers.
    try SystemTool.taskset.run(["-a", "-c", "-p", "\(Self.loadCore)", "\(getpid())"])
    report("writing \(codes) codes")
    let data = "\(folder)/data"
    let sample = try FilledStore.fill(data, codes: codes, keeping: Self.tapped)
    loads = try ServiceLoads(folder: folder, codes: sample.map(\.description), seconds: seconds)
    report("starting the service")
    service = try BenchedService(in: data, onCore: Self.serverCore, options)
  }

  deinit {
    service.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
