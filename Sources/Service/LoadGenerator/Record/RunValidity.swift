/// The validity of a run: whether its figures measure the server or the generator.
public enum RunValidity: Sendable, Hashable {
  case valid
  /// Other processes may have slowed the server down.
  case disturbed(because: [Reason])
  /// The figures do not measure the server.
  case generatorLimited(because: [Reason])

  /// One sign that the generator was the bottleneck.
  public enum Reason: Sendable, Hashable {
    /// A percentile of its own lateness, against the most that the gate allows.
    case lag(percentile: Double, was: Duration, allowed: Duration)
    /// Fewer requests were sent than were due, with connections to spare.
    case rate(sent: Int, due: Int)
    /// A proportion of the time, against the greatest permitted one.
    case processor(busy: Double, allowed: Double)
    case runQueue(waiting: Double, allowed: Double)
    case foreign(share: Double, allowed: Double)
    case stolen(share: Double, allowed: Double)
    /// One turn of the loop took longer than the requests that it serves are apart.
    case turn(p99: Duration, allowed: Duration)
  }

  /// Joins the validities of several generators: the worst, with the reasons of all.
  init(all: [RunValidity]) {
    let reasons = all.flatMap { validity -> [Reason] in
      switch validity {
      case .valid: []
      case .disturbed(let reasons), .generatorLimited(let reasons): reasons
      }
    }
    if all.contains(where: { !$0.isValid }) {
      self = .generatorLimited(because: reasons)
    } else {
      self = reasons.isEmpty ? .valid : .disturbed(because: reasons)
    }
  }

  /// Whether the figures measure the server, or at worst a slower one.
  public var isValid: Bool {
    switch self {
    case .valid, .disturbed: true
    case .generatorLimited: false
    }
  }

  /// Whether a missed limit might be kept on a machine without other load.
  public var isDisturbed: Bool {
    switch self {
    case .valid: false
    case .disturbed, .generatorLimited: true
    }
  }
}
