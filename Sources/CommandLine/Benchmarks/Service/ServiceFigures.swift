import LoadGenerator
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

  /// How long answers take at a rate below that.
  public struct Latency: Encodable, Sendable {
    public let name: String
    public let perSecond: Double
    public let requests: Int
    /// From the planned moment to the end of the answer.
    public let response: Quantiles
    /// From the sending to the end of the answer.
    public let service: Quantiles
    /// By how much the generator itself was late, 99.9 times of 100 at the most, in milliseconds.
    public let lag999: Double
    /// Requests that got no answer, or one that they should not.
    public let failures: Int
    /// Whether the server followed: it was done when the plan was, and never had more and more to do.
    public let isFollowed: Bool
    /// Whether the figures speak of the service.
    public let validity: Validity
  }

  public enum Validity: String, Encodable, Sendable {
    case valid
    /// Others took of the machine, so that the service may be faster than this.
    case disturbed
    case generatorLimited
  }

  /// One rate of taps, several times.
  public struct Rung: Encodable, Sendable {
    public let perSecond: Double
    /// What it is of the greatest rate that is kept up; `nil` for a rate that was asked for.
    public let ofSustained: Double?
    public let runs: [Latency]

    /// A figure of each run.
    public func each(_ figure: (Latency) -> Double) -> [Double] { runs.map(figure) }
  }

  /// Milliseconds that so many of a hundred do not exceed.
  public struct Quantiles: Encodable, Sendable {
    public let p50: Double
    public let p95: Double
    public let p99: Double
    public let p999: Double
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
  /// The greatest rate of taps that was kept up for as long as each is measured.
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
      validity: ServiceFigures.Validity(record.verdict))
  }
}

extension LoadRecord {
  /// How much later than planned the last answer may come: a stall at the very end is no backlog.
  private static let grace = Duration.milliseconds(100)

  fileprivate var isFollowed: Bool {
    counts.errors == 0 && !health.isFallingBehind && elapsed <= plan.length + Self.grace
  }
}

extension ServiceFigures.Quantiles {
  /// Of nanoseconds.
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
  init(_ verdict: Verdict) {
    switch verdict {
    case .valid: self = .valid
    case .disturbed: self = .disturbed
    case .generatorLimited: self = .generatorLimited
    }
  }
}
