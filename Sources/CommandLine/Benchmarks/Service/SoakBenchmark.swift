/// The link service under half of what it takes, for long, while clicks come and go.
public struct SoakBenchmark: Sendable {
  public var minutes = 10.0
  public var codes = 100_000
  /// In a minute seven days pass: so clicks are deleted as fast as they come.
  static let clockSpeed = 10_080
  /// When the first clicks are gone, and everything has the size that it keeps: the last page of its
  /// room is touched late.
  private var secondsToSettle: Double { max(90, minutes * 60 / 2) }

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
    let ground = try BenchGround(
      codes: codes, seconds: 5, ["--clock-speed", "\(Self.clockSpeed)"], report: report)
    let (service, loads) = (ground.service, ground.loads)
    let saturation = try loads.tap.run(against: service.address, onCore: BenchGround.loadCore)
      .perSecond
    report("\(Int(saturation)) taps a second are the most; half of that for \(minutes) minutes")

    var samples = MemorySamples(of: service.server)
    let latency = try loads.taps(saturation / 2, for: minutes * 60).run(against: service) {
      samples.take()
    }
    let settled = samples.means.filter { $0.time > secondsToSettle }
    return Figures(
      minutes: minutes, latency: latency,
      memory: samples.means.map(\.value),
      trend: MemoryTrend(settled.map { ($0.time / 60, $0.value) }),
      sweeps: Int(try service.metric("link_sweeps_total")),
      sweepLag: try service.metric("link_sweep_lag_milliseconds") / Double(Self.clockSpeed))
  }
}

/// The memory of a server over time, looked at once a second and averaged over stretches.
private struct MemorySamples {
  private static let stretch = 10
  private let server: PinnedServer
  private var seconds = 0
  private var sum = 0.0
  /// Seconds since the start, and megabytes.
  private(set) var means: [(time: Double, value: Double)] = []

  init(of server: PinnedServer) { self.server = server }

  mutating func take() {
    sum += Double(server.residentBytes) / 1e6
    seconds += 1
    guard seconds % Self.stretch == 0 else { return }
    means.append((Double(seconds), sum / Double(Self.stretch)))
    sum = 0
  }
}
