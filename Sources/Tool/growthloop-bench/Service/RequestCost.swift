import Foundation
import GrowthloopTransport

/// The cost of a request for a server beside time, counted by the kernel.
public struct RequestCost: Encodable, Sendable {
  public let systemCalls: Double
  public let allocations: Double

  private static let probe = "growthloop_malloc"

  /// Counts while a load runs; `nil` if `perf` is missing or not permitted.
  static func count(
    of server: PinnedServer, at address: SocketAddress, under load: WrkLoad, onCore core: Int
  ) throws -> RequestCost? {
    guard SystemTool.perf.path != nil, let library = cLibrary() else { return nil }
    _ = try? SystemTool.perf.run(["probe", "-q", "-d", probe])
    guard (try? SystemTool.perf.run(["probe", "-q", "-x", library, "\(probe)=malloc"])) != nil
    else { return nil }
    defer { _ = try? SystemTool.perf.run(["probe", "-q", "-d", probe]) }
    let events = ["raw_syscalls:sys_enter", "probe_libc:\(probe)"]
    let (printed, counted) = try SystemTool.perf.run(
      ["stat", "-x", ",", "-e", events.joined(separator: ","), "-p", "\(server.id)", "--"]
        + SystemTool.taskset.command(try load.command(against: address, onCore: core)))
    let requests = Double(try load.outcome(of: printed).requests)
    let counts = events.map { event in
      counted.split(separator: "\n").first { $0.contains(event) }?
        .split(separator: ",").first.flatMap { Double($0) }
    }
    guard let calls = counts[0], let allocations = counts[1] else { return nil }
    return RequestCost(systemCalls: calls / requests, allocations: allocations / requests)
  }

  /// Returns the path of the C library of this process, which is also the service's.
  private static func cLibrary() -> String? {
    // Read by a handle: functions that read a whole file stop after the first page of this one.
    let bytes = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    return String(decoding: bytes ?? Data(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .first { $0.contains("/libc.so") }
      .map(String.init)
  }
}
