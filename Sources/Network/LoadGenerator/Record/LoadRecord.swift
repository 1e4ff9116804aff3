public import LinuxIO
internal import Statistics

/// What a run came to.
public struct LoadRecord: Sendable {
  /// One kind of request.
  public struct Kind: Sendable {
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
  /// In the order of the mix.
  public internal(set) var kinds: [Kind]
  public internal(set) var seconds: [SecondRecord] = []
  /// How the generator itself was, after the warm-up and until the last planned moment.
  public internal(set) var health = GeneratorHealth()
  /// How long the run took, overtime included.
  public internal(set) var elapsed = Duration.zero
  /// Whether it was told to stop before its end.
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

  /// Whether the figures speak of the server; `gated` is the latency that a gate asks about, such
  /// as its limit for the 99th percentile.
  public func verdict(gated: Duration) -> Verdict { Verdict(health, gated: gated) }

  /// The same, held against the 99th percentile that was measured.
  public var verdict: Verdict {
    let p99 = latencies.response.value(atPercentile: 99) ?? 0
    return verdict(gated: .nanoseconds(Int64(p99)))
  }
}
