import Invites
public import Profiles
public import Vocabulary

/// A load plan as written: target, requests, moments and gates.
public struct LoadScenario: Equatable, Sendable {
  /// The kind of plan, which distinguishes its file from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case load
  }

  public var kind = Kind.load
  public var title = ""
  /// The question that the plan answers; `nil` if missing.
  public var question: String?
  public var profile = Profile(.rin)
  public var seed: UInt64 = 1
  /// The URL of the target; `nil` for a link service that the plan starts itself.
  public var target: LoadTarget?
  public var arrivals = ArrivalPlan()
  /// Users in a closed loop, in place of arrivals.
  public var closedLoop: ClosedLoop?
  public var length = Interval.seconds(30)
  public var warmUp = Interval.seconds(5)
  public var mix = MixPlan()
  /// Requests of one's own, in place of the mix; empty for the mix.
  public var requests: [OwnRequest] = []
  public var flow = FlowPlan()
  public var links = LinksPlan()
  public var limits = LimitsPlan()
  /// The limits of the plan; `nil` for the budgets of the profile and a limit on errors.
  public var gates: [LoadGate]?

  public init() {}

  /// Users in a closed loop: each waits for a response, pauses, and sends again.
  public struct ClosedLoop: Hashable, Sendable {
    public var users = 50
    public var pause = Interval.zero

    public init() {}
  }

  /// The limits of a run.
  public struct LimitsPlan: Hashable, Sendable {
    public var connections = 256
    public var timeout = Interval.seconds(10)
    public var overtime = Interval.seconds(10)
    /// `nil` for the generator's default.
    public var lateness: Interval?

    public init() {}

    /// The limits in the generator's form.
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
  /// The kinds of request with their weights: one's own, or those of the mix.
  public var parts: [TrafficMix.Part] {
    requests.isEmpty
      ? mix.parts(under: profile, flow)
      : requests.filter { $0.weight > 0 }.map { TrafficMix.Part($0.kind, weight: $0.weight) }
  }

  /// Whether any link of the profile expires.
  public var hasExpiringLinks: Bool { profile.link.expiry != nil }

  /// The limits of the plan, or else the budgets of the profile on the requests of the mix, and a
  /// limit on errors.
  public var gatesInForce: [LoadGate] {
    gates
      ?? LoadGate.budgets(of: profile, on: parts.map(\.kind.name))
      + [.errorsByDefault]
  }

  /// Returns the generator's plan for a target with these links.
  ///
  /// `run` numbers the runs against one service, so that each makes new requests.
  public func plan(against target: LoadTarget, _ known: KnownLinks, run: Int = 0) -> LoadPlan {
    var plan = LoadPlan(
      target, loop,
      TrafficMix(
        parts, links: known.population(links), people: known.people,
        books: known.books, firstNumber: UInt64(run + 1) << 32),
      limits: limits.loadLimits, warmUp: warmUp.duration, seed: seed &+ UInt64(run))
    plan.marks = Set(gatesInForce.compactMap(\.responseLimit)).sorted()
    return plan
  }

  /// Whether address books are uploaded.
  public var uploadsContacts: Bool { requests.isEmpty && mix.contactUpload > 0 }

  /// The problem of uploads that the profile refuses, each of which would be an error.
  private var uploadProblems: [PlanProblem] {
    guard uploadsContacts, !profile.flow.uploads.isOn else { return [] }
    return [
      PlanProblem(
        setting: "mix.contactUpload",
        reason: "must be 0 where contacts.serverMatching is off: no upload is answered (CNF-09)")
    ]
  }

  private var loop: LoadPlan.Loop {
    closedLoop.map {
      .closed(users: $0.users, pause: $0.pause.duration, length: length.duration)
    } ?? .open(arrivals.arrivals(for: length))
  }

  /// The problems of the plan on any machine.
  public var problems: [PlanProblem] {
    // Placeholders for values known only at the start.
    let codes = parts.contains { $0.kind.path.contains("{code}") }
    var target = target ?? LoadTarget(host: "localhost")
    target.bearerToken = "x"
    var known = KnownLinks(known: codes ? ["x"] : [], people: ["x"])
    known.books = ["x"]
    return plan(against: target, known).problems() + uploadProblems
  }
}
