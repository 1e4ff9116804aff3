/// All that a load run is to do.
public struct LoadPlan: Sendable, Hashable {
  /// What makes the next request come.
  public enum Loop: Sendable, Hashable {
    /// The plan: requests come when they come, whatever the server does.
    case open(Arrivals)
    /// The last answer: each of so many users waits for it, pauses, and asks again.
    ///
    /// A server that stalls makes its users ask less, so their latencies flatter it.
    case closed(users: Int, pause: Duration, length: Duration)
  }

  public var target: LoadTarget
  public var loop: Loop
  public var mix: TrafficMix
  public var limits: LoadLimits
  /// How long the first part is that counts for no latency.
  public var warmUp: Duration
  public var seed: UInt64
  /// Response times of which every second tells how many were longer.
  public var marks: [Duration] = []

  public init(
    _ target: LoadTarget, _ loop: Loop, _ mix: TrafficMix, limits: LoadLimits = LoadLimits(),
    warmUp: Duration = .zero, seed: UInt64 = 1
  ) {
    self.target = target
    self.loop = loop
    self.mix = mix
    self.limits = limits
    self.warmUp = warmUp
    self.seed = seed
  }

  /// Whether requests come whatever the answers do.
  var isOpen: Bool { if case .open = loop { true } else { false } }

  /// How long requests are planned, warm-up and all.
  public var length: Duration {
    switch loop {
    case .open(let arrivals): arrivals.length
    case .closed(_, _, let length): length
    }
  }
}

/// What a run may use, and for how long it waits.
public struct LoadLimits: Sendable, Hashable {
  /// The most connections at a time; a request that finds none free waits its turn.
  public var connections = 256
  /// How long a request may take from its sending on.
  public var timeout = Duration.seconds(10)
  /// How long requests that are late may still be sent after the last was planned.
  public var overtime = Duration.seconds(10)
  /// By how much a request may be sent late so that it goes with others; zero sends each in its moment.
  ///
  /// To wake up costs a processor as much as to send some requests.
  public var lateness = Duration.zero
  /// The most requests that a plan may hold.
  public var requests = 1_000_000_000
  /// The longest that a plan may be.
  public var length = Duration.seconds(7 * 86_400)

  public init() {}
}
