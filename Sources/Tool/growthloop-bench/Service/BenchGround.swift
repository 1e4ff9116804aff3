import Foundation
import Glibc
import Invites

/// A service with codes in its store, and its loads; `deinit` removes everything.
final class BenchGround {
  let service: BenchedService
  let loads: ServiceLoads
  let folder: String

  static let serverCore = 0
  static let loadCore = 1

  /// Fills the store, or copies one from `store`, and starts the service.
  ///
  /// A measurement of the maximal rate takes `seconds`.
  init(
    codes: Int, in store: String? = nil, seconds: Int, _ options: [String] = [],
    report: (String) -> Void
  ) throws {
    let folder = NSTemporaryDirectory() + "growthloop-bench-\(UUID())"
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // All threads of this process, wrk included, stay off the core of the servers.
    try SystemTool.taskset.run(["-a", "-c", "-p", "\(Self.loadCore)", "\(getpid())"])
    report("writing \(codes) codes")
    let filled =
      try store.map { try FilledStore(copying: $0, codes: codes, to: folder) }
      ?? FilledStore(in: folder, codes: codes)
    loads = try ServiceLoads(folder: folder, codes: filled.sample, seconds: seconds)
    // Unwritten pages would delay the syncs of the service.
    sync()
    report("starting the service")
    service = try BenchedService(in: filled.data, onCore: Self.serverCore, options)
  }

  deinit {
    service.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
