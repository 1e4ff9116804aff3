import Statistics

/// What the link service was measured to do.
public struct ServiceFigures: Encodable, Sendable {
  /// As much as one core takes.
  public struct Throughput: Encodable, Sendable {
    public let name: String
    public let connections: Int
    /// The median over the rounds.
    public let perSecond: Double
    /// The median of what it is by nginx's in the same round, `nil` without nginx.
    public let ofNginx: Double?
    /// What a request costs beside time; `nil` where that cannot be counted.
    public let cost: RequestCost?
  }

  /// How long answers take at a rate below that, in milliseconds.
  public struct Latency: Encodable, Sendable {
    public let name: String
    public let perSecond: Double
    public let requests: Int
    public let p50: Double
    public let p95: Double
    public let p99: Double
    public let p999: Double
    /// By how much the generator itself was late, 99.9 times of 100 at the most.
    public let lag999: Double
    public let failures: Int
  }

  /// What the codes cost.
  public struct Memory: Encodable, Sendable {
    public let codes: Int
    public let bytesPerCode: Double
    public let secondsToStart: Double
    public let residentMegabytes: Double
  }

  /// What is promised, and whether it was kept.
  public struct Promise: Encodable, Sendable {
    public let sentence: String
    public let reached: String
    public let isKept: Bool
  }

  public internal(set) var throughputs: [Throughput] = []
  public internal(set) var latencies: [Latency] = []
  public internal(set) var memory: Memory?
  public internal(set) var liveClicks = 0
  public internal(set) var promises: [Promise] = []
}

extension ServiceFigures.Latency {
  init(_ name: String, _ load: PacedLoad, _ outcome: PacedLoad.Outcome) {
    func milliseconds(_ percentile: Double) -> Double {
      Double(outcome.latency.value(atPercentile: percentile) ?? 0) / 1_000
    }
    self.init(
      name: name, perSecond: load.perSecond, requests: outcome.latency.totalCount,
      p50: milliseconds(50), p95: milliseconds(95), p99: milliseconds(99),
      p999: milliseconds(99.9),
      lag999: Double(outcome.lag.value(atPercentile: 99.9) ?? 0) / 1_000,
      failures: outcome.failures)
  }
}
