public import GrowthloopTransport
public import Invites
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
  /// The protocol that the target is asked in.
  public var version = HTTPVersion.http1
  /// How an encrypted target is asked.
  public var tls = TLSSettings()
  public var arrivals = ArrivalPlan()
  /// Users in a closed loop, in place of arrivals.
  public var closedLoop: ClosedLoop?
  public var length = Interval.seconds(30)
  public var warmUp = Interval.seconds(5)
  public var mix = MixPlan()
  /// Requests of one's own, in place of the mix; empty for the mix.
  public var requests: [OwnRequest] = []
  /// What fills the values in requests.
  public var values: [PlanValue] = []
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
    /// `nil` for 256, or 8 where each carries many requests at a time.
    public var connections: Int?
    public var streams = 100
    public var engine = EngineChoice.auto
    public var timeout = Interval.seconds(10)
    public var overtime = Interval.seconds(10)
    /// `nil` for the generator's default.
    public var lateness: Interval?

    public init() {}
  }
}

extension LoadScenario {
  /// The kinds of request with their weights: one's own, or those of the mix.
  public var parts: [TrafficMix.Part] { requestsInForce.map(\.part) }

  /// The requests with their weights, without those of weight zero: one's own, or those of the mix.
  public var requestsInForce: [OwnRequest] {
    requests.isEmpty ? mix.requests(under: profile, flow) : requests.filter { $0.weight > 0 }
  }

  /// The limits in the generator's form.
  public var loadLimits: LoadLimits {
    var all = LoadLimits()
    // Those that carry many requests at a time are few, unless each request has its own.
    let kinds = parts.flatMap(\.kinds)
    let isShared = version == .http2 && kinds.allSatisfy { $0.connection == .kept }
    all.connections = limits.connections ?? (isShared ? 8 : all.connections)
    all.streams = limits.streams
    all.engine = limits.engine
    all.timeout = limits.timeout.duration
    all.overtime = limits.overtime.duration
    if let lateness = limits.lateness { all.lateness = lateness.duration }
    return all
  }

  /// Whether any link of the profile expires.
  public var hasExpiringLinks: Bool { profile.link.expiry != nil }

  /// The limits of the plan, or else the budgets of the profile on the requests of the mix, and a
  /// limit on errors.
  public var gatesInForce: [LoadGate] {
    gates
      ?? LoadGate.budgets(of: profile, on: parts.flatMap(\.kinds).map(\.name))
      + [.errorsByDefault]
  }

  /// Returns the generator's plan for a target with these links.
  ///
  /// `run` numbers the runs against one service, so that each makes new requests.
  public func plan(against target: LoadTarget, _ known: KnownLinks, run: Int = 0) -> LoadPlan {
    var target = target
    target.tls = tls
    target.version = version
    var plan = LoadPlan(
      target, loop,
      TrafficMix(
        parts, links: known.population(links), people: known.people,
        books: known.books, firstNumber: UInt64(run + 1) << 32),
      limits: loadLimits, warmUp: warmUp.duration, seed: seed &+ UInt64(run))
    plan.mix.values = values
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

/// The arrivals of a plan.
public struct ArrivalPlan: Hashable, Sendable {
  /// The course of the rate.
  public enum Course: String, CaseIterable, Sendable {
    case constant
    /// Evenly from `rate` to `peak`.
    case ramp
    /// One of `rates` after the other, each as long.
    case steps
    /// Once to `peak` for `lasting`, at once.
    case spike
    /// To `peak` by the same factor in equal times, and back.
    case flashCrowd
    /// Through `rates` and back to the first, with even changes between them.
    case day
    /// At the moments of `trace`.
    case recorded
  }

  public var course = Course.constant
  /// Requests a second, outside of the course's changes.
  public var rate = 500.0
  public var peak: Double?
  public var after = Interval.zero
  public var lasting = Interval.zero
  public var rise = Interval.zero
  public var fall = Interval.zero
  public var rates: [Double] = []
  public var trace: RecordedTrace?
  public var spacing = ArrivalProcess.Spacing.random

  public init() {}

  /// The length of the parts at fixed times.
  public var fixedLength: Interval {
    switch course {
    case .spike: after + lasting
    case .flashCrowd: after + rise + fall
    case .constant, .ramp, .steps, .day, .recorded: .zero
    }
  }

  /// Returns the arrivals over a length; missing keys of the course count as zero.
  public func arrivals(for length: Interval) -> ArrivalProcess {
    let whole = length.duration
    switch course {
    case .constant: return .constant(rate, for: whole, spacing: spacing)
    case .ramp: return .ramp(from: rate, to: peak ?? rate, over: whole, spacing: spacing)
    case .steps:
      let part = whole / max(1, rates.count)
      return .steps(rates.map { ($0, part) }, spacing: spacing)
    case .spike:
      return .spike(
        base: rate, peak: peak ?? rate, after: after.duration, lasting: lasting.duration,
        for: whole, spacing: spacing)
    case .flashCrowd:
      return .flashCrowd(
        base: rate, peak: peak ?? rate, after: after.duration, rise: rise.duration,
        fall: fall.duration, for: whole, spacing: spacing)
    case .day: return .day(rates, in: whole, spacing: spacing)
    case .recorded: return .recorded(trace?.nanoseconds ?? [])
    }
  }
}

/// Recorded moments of requests.
public struct RecordedTrace: Hashable, Sendable {
  /// The file that they come from.
  public let name: String
  /// The moments after the first, in order.
  public let nanoseconds: [Int64]

  /// Creates a trace from moments in seconds, in any order and from any epoch.
  public init(_ seconds: [Double], called name: String) {
    self.name = name
    let sorted = seconds.sorted()
    let first = sorted.first ?? 0
    nanoseconds = sorted.map { Int64((($0 - first) * 1e9).rounded()) }
  }
}

extension Interval {
  /// The length as a `Duration`.
  public var duration: Duration { .milliseconds(milliseconds) }
}

/// The links that requests name.
public struct LinksPlan: Hashable, Sendable {
  /// The number of links of the plan's own service, one per person, with expired and deleted ones.
  public var count = 10_000
  /// Proportions of the requests; the rest names valid links.
  public var unknown = 0.05
  public var expired = 0.0
  public var deleted = 0.01
  /// The exponent of the Zipf distribution of their popularity; 0 makes it uniform.
  public var exponent = 1.0
  /// Codes of links that another target has, and the ids of people there.
  public var codes: [String]?
  public var people: [String]?

  public init() {}

  /// Returns the number of links in a proportion.
  public func count(of share: Double) -> Int {
    share > 0 ? max(1, Int(Double(count) * share)) : 0
  }
}

/// The links of a service, and their owners.
public struct KnownLinks: Hashable, Sendable {
  public var known: [String]
  public var unknown: [String] = []
  public var expired: [String] = []
  public var deleted: [String] = []
  public var people: [String]
  /// The numbers of address books, as a mix takes them.
  public var books: [String] = []

  public init(known: [String], people: [String]) {
    self.known = known
    self.people = people
  }

  /// Returns the links for drawing; groups without codes leave their proportion to valid links.
  func population(_ plan: LinksPlan) -> LinkPopulation {
    let others: [LinkPopulation.Group] = [
      .init(.unknown, weight: plan.unknown, codes: unknown),
      .init(.expired, weight: plan.expired, codes: expired),
      .init(.deleted, weight: plan.deleted, codes: deleted),
    ].filter { $0.weight > 0 && !$0.codes.isEmpty }
    let rest = max(0, 1 - others.reduce(0) { $0 + $1.weight })
    let groups = rest > 0 ? [.init(.known, weight: rest, codes: known)] + others : others
    return LinkPopulation(groups.filter { !$0.codes.isEmpty }, exponent: plan.exponent)
  }
}

/// The kinds of request with their weights.
public struct MixPlan: Hashable, Sendable {
  public var landingTap = 40.0
  public var landingTapKept = 0.0
  public var previewFetch = 30.0
  public var directOpen = 6.0
  public var deferredResolution = 6.0
  /// Visits to the sharing flow; the profile determines the proportion that creates a link.
  public var sharing = 8.0
  public var accept = 4.0
  public var dashboard = 6.0
  /// Uploads of address books, which only a profile with `contacts.serverMatching` answers.
  public var contactUpload = 0.0
  /// Further requests of plain paths.
  public var paths: [Path] = []

  /// A path and its weight.
  public struct Path: Hashable, Sendable {
    public let path: String
    public let weight: Double

    public init(_ path: String, weight: Double) {
      self.path = path
      self.weight = weight
    }
  }

  public init() {}

  /// Returns the requests of a link service with their weights, without those of weight zero.
  public func requests(under profile: Profile, _ flow: FlowPlan) -> [OwnRequest] {
    var taking = OwnRequest.accept
    // A link with a limit refuses further acceptances.
    taking.mayBeRefused = profile.link.maxAcceptances != nil
    let creates = sharing * flow.shareThatCreates(under: profile.link)
    let kinds: [(OwnRequest, Double)] = [
      (.landingTap, landingTap), (.landingTapKept, landingTapKept), (.previewFetch, previewFetch),
      (.directOpen, directOpen), (.deferredResolution, deferredResolution), (.create, creates),
      (taking, accept), (.dashboard, dashboard),
      (.contactUpload, contactUpload),
    ]
    return (kinds + paths.map { (.got($0.path), $0.weight) }).filter { $0.1 > 0 }.map {
      var request = $0.0
      request.weight = $0.1
      return request
    }
  }
}

/// The steps of visits to the sharing flow, as proportions of all visits.
public struct FlowPlan: Hashable, Sendable {
  public var screenLoad = 0.95
  public var pickerLoad = 0.6
  public var messageScreen = 0.45
  public var send = 0.35

  public init() {}

  /// Returns the proportion of visits that reach a step.
  func share(reaching moment: FlowMoment) -> Double {
    switch moment {
    case .entryTap: 1
    case .screenLoad: screenLoad
    case .pickerLoad: pickerLoad
    case .messageScreen: messageScreen
    case .send: send
    }
  }

  /// The proportion of visits that reach the first step at which the policy creates a link.
  public func shareThatCreates(under policy: LinkPolicy) -> Double {
    let moment = FlowMoment.allCases.first {
      policy.creationTiming(at: $0, hasLink: false) == .createNow
    }
    return moment.map { share(reaching: $0) } ?? 0
  }
}
