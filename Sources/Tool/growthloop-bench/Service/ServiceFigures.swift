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

extension ServiceFigures {
  /// Compares the figures with their targets.
  func kept() -> [Promise] {
    var promises: [Promise] = []
    let codes = memory?.codes ?? 0
    func promise(_ sentence: String, _ value: Double?, _ decimals: Int, _ isKept: (Double) -> Bool)
    {
      guard let value else { return }
      let scale = [1.0, 10, 100][decimals]
      let rounded = (value * scale).rounded() / scale
      promises.append(
        Promise(
          sentence: sentence, reached: decimals == 0 ? "\(Int(rounded))" : "\(rounded)",
          isKept: isKept(value)))
    }
    promise("a landing page at 0.6 of nginx or more", throughputs.dropLast().last?.ofNginx, 2) {
      $0 >= 0.6
    }
    promise("25000 durable taps a second or more, kept up", sustained, 0) { $0 >= 25_000 }
    promise(
      "p99.9 of a tap below 20 ms at 70% of what is kept up",
      ladder.last?.each { $0.response.p999 }.median, 2
    ) { $0 < 20 }
    promise("p95 of a creation below 5 ms at 1000 a second", creations?.response.p95, 2) { $0 < 5 }
    promise("p99 of a first launch below 5 ms", launches?.response.p99, 2) { $0 < 5 }
    // The indexes grow by doubling, so that fewer codes may cost slightly more each.
    promise(
      "no more than 64 bytes for each of ten million codes",
      codes >= 10_000_000 ? memory?.bytesPerCode : nil, 1
    ) { $0 <= 64 }
    return promises
  }
}

/// Taps in an open loop, at one rate after another.
struct TapLadder {
  let ground: BenchGround
  /// The seconds of a run.
  let seconds: Double
  /// The ratio of a rate to the next one tried, and the tries of each.
  ///
  /// One failed try may be due to other processes on the machine.
  private static let step = 0.95
  private static let tries = 2

  /// Returns the greatest rate that the service sustains, searching down from `most`.
  ///
  /// Connections that wait for responses, like wrk's, find the maximal throughput of a server. An
  /// open loop at that rate builds an unbounded queue without meaningful percentiles.
  func sustained(below most: Double, report: (String) -> Void) throws -> Double {
    var rate = most * Self.step
    while rate > 1 {
      report("trying \(Int(rate)) taps a second")
      for _ in 0..<Self.tries where try run(rate).isFollowed { return rate }
      rate *= Self.step
    }
    throw SystemTool.Trouble(description: "the service keeps up with no rate of taps at all")
  }

  /// Runs all rates in turns, up and down.
  func rungs(
    _ rates: [(perSecond: Double, ofSustained: Double?)], rounds: Int, report: (String) -> Void
  ) throws -> [ServiceFigures.Rung] {
    var runs = [[ServiceFigures.Latency]](repeating: [], count: rates.count)
    for round in 0..<rounds {
      report("taps at \(rates.count) rates, round \(round + 1) of \(rounds)")
      let places = Array(rates.indices)
      for place in round % 2 == 0 ? places : places.reversed() {
        runs[place].append(try run(rates[place].perSecond))
      }
    }
    return zip(rates, runs).map {
      ServiceFigures.Rung(perSecond: $0.perSecond, ofSustained: $0.ofSustained, runs: $1)
    }
  }

  private func run(_ perSecond: Double) throws -> ServiceFigures.Latency {
    try ground.loads.taps(perSecond, for: seconds).run(against: ground.service)
  }
}
