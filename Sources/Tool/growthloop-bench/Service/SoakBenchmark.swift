/// A soak test of the link service under half of its maximal rate, while clicks come and expire.
public struct SoakBenchmark: Sendable {
  public var minutes = 10.0
  public var codes = 100_000
  /// The speed of the service's clock: seven days pass in a minute.
  ///
  /// So the service deletes clicks as fast as they arrive.
  static let clockSpeed = 10_080
  /// The seconds until the first clicks are deleted and all structures have their final size.
  ///
  /// The last page of their capacity is touched late.
  private var secondsToSettle: Double { max(90, minutes * 60 / 2) }

  public init() {}

  public struct Figures: Encodable, Sendable {
    public let minutes: Double
    public let latency: ServiceFigures.Latency
    /// Megabytes, each the mean over ten seconds.
    public let memory: [Double]
    /// The trend in megabytes a minute, once the memory has settled; `nil` for a short run.
    public let trend: MemoryTrend?
    public let sweeps: Int
    /// The delay of the last deletion after its due time, in milliseconds of real time.
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

/// The memory of a server over time, sampled every second and averaged over stretches.
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
