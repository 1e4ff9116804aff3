import Foundation
import LinuxIO

/// The link service under half of what it takes, for long, while clicks come and go.
public struct SoakBenchmark: Sendable {
  public var minutes = 10.0
  public var codes = 100_000
  /// In a minute seven days pass: so clicks are deleted as fast as they come.
  static let clockSpeed = 10_080
  /// When the first clicks are gone, and everything has the size that it keeps.
  static let secondsToSettle = 90.0
  static let secondsPerSample = 10.0

  public init() {}

  public struct Figures: Encodable, Sendable {
    public let minutes: Double
    public let latency: ServiceFigures.Latency
    /// Megabytes, each the mean over ten seconds.
    public let memory: [Double]
    /// Megabytes a minute, from when the memory has settled; `nil` if it had no time to.
    public let trend: MemoryTrend?
    public let sweeps: Int
    /// How long the last deletion came after it was due, in milliseconds of real time.
    public let sweepLag: Double
  }

  public func measure(report: (String) -> Void) throws -> Figures {
    let folder = NSTemporaryDirectory() + "growthloop-soak-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cores = (server: ServiceBenchmark.serverCore, load: ServiceBenchmark.loadCore)
    try SystemTool.taskset.run(["-a", "-c", "-p", "\(cores.load)", "\(getpid())"])
    let data = "\(folder)/data"
    let sample = try FilledStore.fill(data, codes: codes, keeping: ServiceBenchmark.tapped)
    let codeFile = "\(folder)/codes"
    try sample.map { "\($0)\n" }.joined().write(toFile: codeFile, atomically: true, encoding: .utf8)
    let service = try BenchedService(
      in: data, onCore: cores.server, ["--clock-speed", "\(Self.clockSpeed)"])
    let loads = try ServiceLoads(folder: folder, codesIn: codeFile, seconds: 5)
    let saturation = try loads.tap.run(against: service.address, onCore: cores.load).perSecond
    report("\(Int(saturation)) taps a second are the most; half of that for \(minutes) minutes")

    let taps = sample.map { loads.tapRequest($0) }
    let load = PacedLoad(perSecond: saturation / 2, seconds: minutes * 60, connections: 256)
    var samples = MemorySamples(of: service.server, every: Self.secondsPerSample)
    let outcome = try load.run(against: service.address, tick: { samples.take() }) {
      taps[$0 % taps.count]
    }
    let settled = samples.means.filter { $0.time > Self.secondsToSettle }
    return Figures(
      minutes: minutes,
      latency: ServiceFigures.Latency("tap, its click on the disk", load, outcome),
      memory: samples.means.map(\.value),
      trend: MemoryTrend(settled.map { ($0.time / 60, $0.value) }),
      sweeps: Int(try service.metric("link_sweeps_total")),
      sweepLag: try service.metric("link_sweep_lag_milliseconds") / Double(Self.clockSpeed))
  }
}

/// The memory of a server over time, averaged over stretches.
private struct MemorySamples {
  private let server: PinnedServer
  private let stretch: Double
  private let start = MonotonicTime.now()
  private var next = 0.0
  private var pending: [Double] = []
  /// Seconds since the start, and megabytes.
  private(set) var means: [(time: Double, value: Double)] = []

  init(of server: PinnedServer, every stretch: Double) {
    self.server = server
    self.stretch = stretch
  }

  /// Looks once a second, however often it is asked.
  mutating func take() {
    let now = Double((MonotonicTime.now() - start).nanoseconds) / 1e9
    guard now >= next else { return }
    next = now.rounded(.down) + 1
    pending.append(Double(server.residentBytes) / 1e6)
    guard Double(pending.count) >= stretch else { return }
    means.append((now, pending.reduce(0, +) / Double(pending.count)))
    pending = []
  }
}
