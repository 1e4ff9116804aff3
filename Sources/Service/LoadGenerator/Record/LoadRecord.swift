public import GrowthloopTransport
package import Statistics

/// The result of a run.
public struct LoadRecord: Sendable {
  /// One kind of request.
  public struct Kind: Codable, Sendable {
    public let name: String
    /// After the warm-up.
    public internal(set) var counts = RequestCounts()
    public internal(set) var latencies = Latencies()
    /// In the warm-up.
    public internal(set) var warmUp = RequestCounts()

    init(_ name: String) { self.name = name }
  }

  public let plan: LoadPlan
  /// The moment from which the plan's times count.
  public internal(set) var start = MonotonicTime(nanoseconds: 0)
  /// The same by this machine's time of day, in milliseconds since 1970.
  public internal(set) var startTime: Int64 = 0
  /// In the order of the mix.
  public internal(set) var kinds: [Kind]
  public internal(set) var seconds: [SecondRecord] = []
  /// The generator's own health from the warm-up to the last planned moment.
  public internal(set) var health = GeneratorHealth()
  /// Of a plan that several generators shared, the health of each in their order.
  public internal(set) var generators: [GeneratorHealth] = []
  /// The numbers of those whose records are missing, from 1.
  public internal(set) var missing: [Int] = []
  /// The duration of the run, overtime included.
  public internal(set) var elapsed = Duration.zero
  /// The times from the service's events to their export; `nil` where the service does not tell.
  package var exportLag: HDRHistogram?
  /// Whether it was stopped before its end.
  public internal(set) var wasCancelled = false

  init(_ plan: LoadPlan) {
    self.plan = plan
    kinds = plan.mix.parts.map { Kind($0.kind.name) }
  }

  /// All kinds together, after the warm-up.
  public var counts: RequestCounts {
    kinds.reduce(into: RequestCounts()) { $0 += $1.counts }
  }

  /// All kinds together, in the warm-up.
  public var warmUpCounts: RequestCounts {
    kinds.reduce(into: RequestCounts()) { $0 += $1.warmUp }
  }

  /// All kinds together.
  public var latencies: Latencies {
    kinds.dropFirst().reduce(into: kinds.first?.latencies ?? Latencies()) {
      $0.merge($1.latencies)
    }
  }

  /// Returns the validity for a gate on latency `gated`, such as its limit for the 99th percentile;
  /// of several generators, all must be valid.
  public func validity(gated: Duration) -> RunValidity {
    generators.isEmpty
      ? RunValidity(health, gated: gated)
      : RunValidity(all: generators.map { RunValidity($0, gated: gated) })
  }

  /// The validity for the measured 99th percentile.
  public var validity: RunValidity { validity(gated: measuredLimit) }

  /// Returns the validity of one of several generators, for a gate or the measured 99th percentile.
  public func validity(of health: GeneratorHealth, gated: Duration?) -> RunValidity {
    RunValidity(health, gated: gated ?? measuredLimit)
  }

  private var measuredLimit: Duration {
    latencies.response.value(atPercentile: 99).map { .nanoseconds(Int64($0)) }
      ?? plan.limits.timeout
  }
}
