/// The plan of a load run.
public struct LoadPlan: Sendable, Hashable {
  /// The cause of the next request.
  public enum Loop: Sendable, Hashable {
    /// The schedule: requests are sent at their moments, whatever the server does.
    case open(ArrivalProcess)
    /// The last response: each of several users waits for it, pauses, and sends again.
    ///
    /// A stalled server receives fewer requests, so its latencies look better than they are.
    case closed(users: Int, pause: Duration, length: Duration)
  }

  public var target: LoadTarget
  public var loop: Loop
  public var mix: TrafficMix
  public var limits: LoadLimits
  /// The length of the warm-up, whose latencies do not count.
  public var warmUp: Duration
  public var seed: UInt64
  /// The requests that this generator sends.
  public var share = LoadShare.whole
  /// The marks for which every second counts the longer response times.
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

  /// Whether the schedule, not the responses, determines the requests.
  var isOpen: Bool { if case .open = loop { true } else { false } }

  /// The planned length, with the warm-up.
  public var length: Duration {
    switch loop {
    case .open(let arrivals): arrivals.length
    case .closed(_, _, let length): length
    }
  }
}

/// The connections and time limits of a run.
public struct LoadLimits: Sendable, Hashable {
  /// The most connections at a time; a request without a free one waits.
  public var connections = 256
  /// The time limit of a request from its sending.
  public var timeout = Duration.seconds(10)
  /// The time after the last planned moment in which late requests are still sent.
  public var overtime = Duration.seconds(10)
  /// The lateness allowed so that several requests are sent together; zero sends each at its
  /// moment.
  ///
  /// A wake-up costs as much processor time as several requests.
  public var lateness = Duration.zero
  /// The most requests that a plan may hold.
  public var requests = 1_000_000_000
  /// The longest that a plan may be.
  public var length = Duration.seconds(7 * 86_400)
  /// The same for one of several generators, which keeps the times of each second.
  public var sharedLength = Duration.seconds(6 * 3_600)

  public init() {}
}
