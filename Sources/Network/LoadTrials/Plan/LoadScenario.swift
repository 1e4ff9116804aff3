import Invites
public import LoadGenerator
public import Profiles
public import Vocabulary

/// A load plan as somebody wrote it: what is asked of which service, when, and what is to be kept.
public struct LoadScenario: Equatable, Sendable {
  /// What kind of plan it is, so that its file is told from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case load
  }

  public var kind = Kind.load
  public var title = ""
  /// What somebody wants to know, in a sentence; `nil` if nobody said.
  public var question: String?
  public var profile = Profile(.rin)
  public var seed: UInt64 = 1
  /// What is asked; `nil` for a link service that the plan starts itself.
  public var target: LoadTarget?
  public var arrivals = ArrivalPlan()
  /// Users who wait for answers, in place of arrivals.
  public var closedLoop: ClosedLoop?
  public var length = Interval.seconds(30)
  public var warmUp = Interval.seconds(5)
  public var mix = MixPlan()
  public var flow = FlowPlan()
  public var links = LinksPlan()
  public var limits = LimitsPlan()
  public var gates: [LoadGate] = []

  public init() {}

  /// Users of whom each waits for an answer, pauses, and asks again.
  public struct ClosedLoop: Hashable, Sendable {
    public var users = 50
    public var pause = Interval.zero

    public init() {}
  }

  /// What a run may use.
  public struct LimitsPlan: Hashable, Sendable {
    public var connections = 256
    public var timeout = Interval.seconds(10)
    public var overtime = Interval.seconds(10)
    /// `nil` for what the generator does by itself.
    public var lateness: Interval?

    public init() {}

    /// The same as the generator takes them.
    public var loadLimits: LoadLimits {
      var limits = LoadLimits()
      limits.connections = connections
      limits.timeout = timeout.duration
      limits.overtime = overtime.duration
      if let lateness { limits.lateness = lateness.duration }
      return limits
    }
  }
}

extension LoadScenario {
  /// Whether any link of the profile expires.
  public var hasExpiringLinks: Bool { profile.link.expiry != nil }

  /// What the generator is to do, against a target with these links.
  ///
  /// `run` numbers the runs against one service: each makes requests that none before has made.
  public func plan(against target: LoadTarget, _ known: KnownLinks, run: Int = 0) -> LoadPlan {
    var plan = LoadPlan(
      target, loop,
      TrafficMix(
        mix.parts(under: profile, flow), links: known.population(links), people: known.people,
        firstNumber: UInt64(run + 1) << 32),
      limits: limits.loadLimits, warmUp: warmUp.duration, seed: seed &+ UInt64(run))
    plan.marks = Set(gates.compactMap(\.responseLimit)).sorted()
    return plan
  }

  private var loop: LoadPlan.Loop {
    closedLoop.map {
      .closed(users: $0.users, pause: $0.pause.duration, length: length.duration)
    } ?? .open(arrivals.arrivals(for: length))
  }

  /// What is wrong with the plan wherever it runs.
  public var problems: [PlanProblem] {
    // Stand-ins for what is known only when it runs.
    let codes = mix.parts(under: profile, flow).contains { $0.kind.path.contains("{code}") }
    var target = target ?? LoadTarget(host: "localhost")
    target.bearerToken = "x"
    return plan(
      against: target, KnownLinks(known: codes ? ["x"] : [], people: ["x"])
    ).problems()
  }
}
