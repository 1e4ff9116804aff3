/// Whether a run tells of the server, or of the generator's own limits.
public enum Verdict: Sendable, Hashable {
  case valid
  /// Others took of the machine what may have made the server slower than it is, never faster.
  case disturbed(because: [Reason])
  /// The figures may not be read as the server's.
  case generatorLimited(because: [Reason])

  /// One sign that the generator was the bottleneck.
  public enum Reason: Sendable, Hashable {
    /// A percentile of its own lateness, against the most that the gate allows.
    case lag(percentile: Double, was: Duration, allowed: Duration)
    /// Fewer requests were sent than were due, with connections to spare.
    case rate(sent: Int, due: Int)
    /// A share of the time, against the most allowed.
    case processor(busy: Double, allowed: Double)
    case runQueue(waiting: Double, allowed: Double)
    case foreign(share: Double, allowed: Double)
    case stolen(share: Double, allowed: Double)
    /// One turn of the loop took longer than the requests that it serves are apart.
    case turn(p99: Duration, allowed: Duration)
  }

  /// Whether the figures speak of the server, or at worst of a slower one.
  public var isValid: Bool {
    switch self {
    case .valid, .disturbed: true
    case .generatorLimited: false
    }
  }

  /// Whether what was too slow might have been fast enough on a machine of its own.
  public var isDisturbed: Bool {
    switch self {
    case .valid: false
    case .disturbed, .generatorLimited: true
    }
  }
}
