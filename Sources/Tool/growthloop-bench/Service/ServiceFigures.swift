import GrowthloopLoadGenerator
import Statistics

/// The results of the link service's benchmark.
public struct ServiceFigures: Encodable, Sendable {
  /// The maximal rate of one core.
  public struct Throughput: Encodable, Sendable {
    public let name: String
    public let connections: Int
    /// The median over the rounds.
    public let perSecond: Double
    /// The median ratio to nginx's rate in the same round; `nil` without nginx.
    public let ofNginx: Double?
    /// The cost of a request beside time; `nil` if it cannot be counted.
    public let cost: RequestCost?
  }

  /// The latencies at a fixed rate below the maximum.
  public struct Latency: Encodable, Sendable {
    public let name: String
    public let perSecond: Double
    public let requests: Int
    /// The time from the planned moment to the end of the response.
    public let response: Quantiles
    /// The time from the sending to the end of the response.
    public let service: Quantiles
    /// The 99.9th percentile of the generator's own lateness, in milliseconds.
    public let lag999: Double
    /// Requests without a response, or with an unexpected one.
    public let failures: Int
    /// Whether the server kept up with the plan.
    ///
    /// It ended at most `grace` after the plan, without failures, and its queue did not grow
    /// steadily.
    public let isFollowed: Bool
    /// Whether the figures describe the service.
    public let validity: Validity
  }

  public enum Validity: String, Encodable, Sendable {
    case valid
    /// Other processes used the machine, so that the service may be faster than measured.
    case disturbed
    case generatorLimited
  }

  /// The runs at one rate of taps.
  public struct Rung: Encodable, Sendable {
    public let perSecond: Double
    /// The proportion of the sustained rate; `nil` for a rate that the caller requested.
    public let ofSustained: Double?
    public let runs: [Latency]

    /// Returns a figure of each run.
    public func each(_ figure: (Latency) -> Double) -> [Double] { runs.map(figure) }
  }

  /// Percentiles in milliseconds.
  public struct Quantiles: Encodable, Sendable {
    public let p50: Double
    public let p95: Double
    public let p99: Double
    public let p999: Double
  }

  /// The cost of the codes.
  public struct Memory: Encodable, Sendable {
    public let codes: Int
    public let bytesPerCode: Double
    public let secondsToStart: Double
    public let residentMegabytes: Double
  }

  /// A target, and whether it was met.
  public struct Promise: Encodable, Sendable {
    public let sentence: String
    public let reached: String
    public let isKept: Bool
  }

  public internal(set) var throughputs: [Throughput] = []
  /// The greatest rate of taps that the service sustained for the length of a run.
  public internal(set) var sustained: Double?
  public internal(set) var ladder: [Rung] = []
  public internal(set) var creations: Latency?
  public internal(set) var launches: Latency?
  public internal(set) var memory: Memory?
  public internal(set) var liveClicks = 0
  public internal(set) var promises: [Promise] = []
}

extension ServiceFigures.Latency {
  init(_ name: String, _ perSecond: Double, _ record: LoadRecord) {
    let latencies = record.latencies
    self.init(
      name: name, perSecond: perSecond, requests: record.counts.planned,
      response: ServiceFigures.Quantiles(latencies.response),
      service: ServiceFigures.Quantiles(latencies.service),
      lag999: ServiceFigures.Quantiles(record.health.ownLag).p999,
      failures: record.counts.errors, isFollowed: record.isFollowed,
      validity: ServiceFigures.Validity(record.validity))
  }
}

extension LoadRecord {
  /// The permitted delay of the last response: a stall at the very end is no backlog.
  private static let grace = Duration.milliseconds(100)

  fileprivate var isFollowed: Bool {
    counts.errors == 0 && !health.isFallingBehind && elapsed <= plan.length + Self.grace
  }
}

extension ServiceFigures.Quantiles {
  /// Reads percentiles of a histogram of nanoseconds.
  init(_ histogram: HDRHistogram) {
    func milliseconds(_ percentile: Double) -> Double {
      Double(histogram.value(atPercentile: percentile) ?? 0) / 1e6
    }
    self.init(
      p50: milliseconds(50), p95: milliseconds(95), p99: milliseconds(99),
      p999: milliseconds(99.9))
  }
}

extension ServiceFigures.Validity {
  init(_ verdict: RunValidity) {
    switch verdict {
    case .valid: self = .valid
    case .disturbed: self = .disturbed
    case .generatorLimited: self = .generatorLimited
    }
  }
}
