internal import GrowthloopTransport

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

  /// The most requests under way.
  public var requestsAtOnce: Int {
    target.version == .http2 ? limits.connections * limits.streams : limits.connections
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
  /// With HTTP/2, the most requests under way on one connection; a server may allow fewer.
  public var streams = 100
  /// The time limit of a request from its sending.
  public var timeout = Duration.seconds(10)
  /// The time after the last planned moment in which late requests are still sent.
  public var overtime = Duration.seconds(10)
  /// The lateness allowed so that several requests are sent together; zero sends each at its
  /// moment.
  ///
  /// A wake-up costs as much processor time as several requests.
  public var lateness = Duration.zero
  /// How requests are sent and answers received.
  public var engine = EngineChoice.epoll
  /// The most requests that a plan may hold.
  public var requests = 1_000_000_000
  /// The longest that a plan may be.
  public var length = Duration.seconds(7 * 86_400)
  /// The same for one of several generators, which keeps the times of each second.
  public var sharedLength = Duration.seconds(6 * 3_600)

  public init() {}
}

extension LoadPlan.Loop {
  func check(_ problems: inout PlanProblems) {
    switch self {
    case .open(let arrivals): arrivals.check(&problems)
    case .closed(let users, let pause, let length):
      problems.require(
        (1...1_000_000).contains(users), "users", "must be from 1 to 1000000, not \(users)")
      problems.require(pause >= .zero, "pause", "must be at least 0, not \(pause)")
      problems.require(length > .zero, "length", "must be above 0, not \(length)")
    }
  }
}

extension ArrivalProcess {
  func check(_ problems: inout PlanProblems) {
    switch course {
    case .recorded(let times):
      problems.require(!times.isEmpty, "arrivals", "must hold at least one moment")
      problems.require(
        times.first.map { $0 >= 0 } ?? true
          && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 },
        "arrivals", "must be in order, from 0 on")
    case .rates(let segments, _):
      problems.require(!segments.isEmpty, "arrivals", "must have at least one rate")
      for segment in segments { segment.check(&problems) }
      problems.require(expectedCount >= 1, "arrivals", "must bring at least one request")
    }
  }
}

extension RateSegment {
  fileprivate func check(_ problems: inout PlanProblems) {
    problems.require(
      length > 0, "arrivals", "must have parts longer than 0, not \(length) seconds")
    for rate in Set([first, last]).sorted() {
      problems.require(
        rate >= 0 && rate <= 100_000_000, "arrivals",
        "must have rates from 0 to 100000000 a second, not \(rate)")
    }
    problems.require(
      course == .linear || (first > 0 && last > 0), "arrivals",
      "can grow by a factor only from a rate above 0")
  }
}

extension TrafficMix {
  func check(_ problems: inout PlanProblems, _ target: LoadTarget) {
    problems.require(!parts.isEmpty, "mix", "must have at least one kind of request")
    problems.requireWeights(parts.map(\.weight), "mix")
    problems.require(
      Set(kinds.map(\.name)).count == kinds.count, "mix",
      "must not have two kinds of the same name")
    for part in parts.lazy.filter({ $0.weight > 0 }) {
      var known = RequestPlace.allCases.map { "\($0)" } + values.flatMap(\.names)
      for kind in part.kinds {
        check(kind, &problems, target)
        for name in RequestPlace.names(in: kind.texts) where !known.contains(name) {
          problems.require(
            false, "mix.\(kind.name)",
            "asks for '{\(name)}', which nothing fills: the values here are "
              + known.joined(separator: ", "))
        }
        known += kind.extracts.map(\.name)
      }
    }
    let names = values.flatMap(\.names) + Set(kinds.flatMap { $0.extracts.map(\.name) })
    for name in names where RequestPlace.allCases.contains(where: { "\($0)" == name }) {
      problems.require(
        false, "values", "cannot be called '\(name)', which is filled already: choose another name")
    }
    for name in Set(names) where names.count(where: { $0 == name }) > 1 {
      problems.require(false, "values", "must not have two sources of '\(name)'")
    }
    guard !links.groups.isEmpty else { return }
    problems.requireWeights(links.groups.map(\.weight), "mix.links")
    for group in links.groups {
      problems.require(
        !group.codes.isEmpty, "mix.links", "of standing \(group.standing) must have codes")
    }
    problems.require(
      links.exponent >= 0 && links.exponent <= 10, "mix.links.exponent",
      "must be from 0 to 10, not \(links.exponent)")
  }

  private func check(
    _ kind: RequestKind, _ problems: inout PlanProblems, _ target: LoadTarget
  ) {
    let name = "mix.\(kind.name)"
    let texts = [kind.path, kind.body ?? ""] + kind.fields.map(\.value)
    func asks(for place: RequestPlace) -> Bool { texts.contains { $0.contains(place.text) } }
    problems.require(
      !asks(for: .code) || !links.groups.isEmpty, name,
      "needs links: 'mix.links' must have codes")
    problems.require(
      !asks(for: .person) || !people.isEmpty, name, "needs people: 'mix.people' must have names")
    problems.require(
      !asks(for: .phones) || !books.isEmpty, name,
      "needs address books: 'mix.books' must have numbers")
    problems.require(
      !texts.dropFirst().contains { $0.contains(RequestPlace.code.text) }, name,
      "can have '{code}' in its path only")
    problems.require(
      !kind.isAuthorized || target.bearerToken != nil, name,
      "needs a token: 'target.bearerToken' must be given")
    problems.require(
      kind.path.first == "/"
        || RequestPlace.names(in: [kind.path]).first.map { kind.path.hasPrefix("{\($0)}") } == true,
      name, "must have a path that begins with '/', or is a value such as '{link}'")
    let written =
      [kind.method, kind.path, target.bearerToken ?? ""]
      + kind.fields.flatMap {
        [$0.name, $0.value]
      }
    problems.require(
      !written.contains { $0.utf8.contains { $0 < 32 || $0 == 127 } } && !kind.path.contains(" "),
      name, "must not have control characters, nor spaces in its path")
    if asks(for: .phones) {
      problems.require(
        Set(books.map(\.utf8.count)).count <= 1, "mix.books", "must be texts of one length")
    }
    if asks(for: .person) {
      problems.require(
        Set(people.map(\.utf8.count)).count <= 1, "mix.people", "must be names of one length")
    }
  }
}

extension PlanProblems {
  mutating func requireWeights(_ weights: [Double], _ setting: String) {
    require(
      weights.allSatisfy { $0 >= 0 && $0.isFinite }
        && (weights.isEmpty || weights.contains { $0 > 0 }),
      setting, "must have weights of at least 0, and one above 0")
  }
}

extension LoadLimits {
  /// Raises the limit of open files for a run within these limits, also for child processes.
  public func reserveDescriptors() throws(LoadRefusal) {
    try Preflight.reserveDescriptors(for: connections)
  }
}

/// The part of a plan's requests that one of several generators sends: of n, generator k sends the
/// requests k, k + n, k + 2n …, counted from 1, at their planned moments.
///
/// All together send exactly the plan, whatever their number: a request is a function of the seed and
/// its number.
public struct LoadShare: Sendable, Hashable {
  /// The number of the generator, from 1.
  public let number: Int
  /// The number of generators.
  public let count: Int

  /// The most generators of a plan.
  public static let most = 1_000
  /// All requests.
  public static let whole = LoadShare(1, of: 1)

  /// Creates the share of generator `number` of `count`.
  public init(_ number: Int, of count: Int) {
    precondition((1...Self.most).contains(count) && (1...count).contains(number))
    self.number = number
    self.count = count
  }

  /// Reads a share such as `2/3`; `nil` for any other text.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      (1...Self.most).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number, of: count)
  }
}

extension LoadShare: CustomStringConvertible {
  public var description: String { "\(number)/\(count)" }
}

/// A contradiction in a plan.
public struct PlanProblem: Sendable, Hashable, CustomStringConvertible {
  /// The key in the plan, such as `mix.people`.
  public let setting: String
  /// The mistake and its correction, as the predicate of a sentence about the key.
  public let reason: String

  public init(setting: String, reason: String) {
    self.setting = setting
    self.reason = reason
  }

  public var description: String { "\(setting) \(reason)" }
}

extension LoadPlan {
  /// All contradictions in the plan itself, found without the system or the network.
  public func problems() -> [PlanProblem] {
    var problems = PlanProblems()
    loop.check(&problems)
    mix.check(&problems, target)
    limits.check(&problems)
    if target.version == .http2 { checkStreams(&problems) }
    problems.require(
      limits.engine != .ring || suitsRing, "limits.engine",
      "can be io_uring for HTTP/1.1 without TLS only: write epoll, or auto")
    problems.require(
      warmUp >= .zero && warmUp < max(length, .nanoseconds(1)), "warmUp",
      "must be shorter than the plan (\(length)), not \(warmUp)")
    problems.require(
      length <= limits.length, "length", "comes to \(length); the most is \(limits.length)")
    if case .open(let arrivals) = loop {
      let count = arrivals.expectedCount.isFinite ? max(0, arrivals.expectedCount) : 0
      // Random arrivals may exceed their expected number.
      problems.require(
        count + 6 * count.squareRoot() <= Double(limits.requests), "arrivals",
        "comes to about \(Int(min(count, 1e18))) requests; the most is \(limits.requests)")
    }
    checkRows(&problems)
    let think = mix.parts.map { $0.steps.reduce(Duration.zero) { $0 + $1.think } }.max() ?? .zero
    problems.require(
      think < limits.overtime || think == .zero, "limits.overtime",
      "must be above \(think), the time that a journey thinks: else the last ones are cut off")
    problems.require(
      isOpen || share == .whole, "users",
      "can be shared among generators in open loop only: users wait for their own responses")
    problems.require(
      share == .whole || length <= limits.sharedLength, "length",
      "is at most \(limits.sharedLength) for one of several generators, not \(length)")
    problems.require(!target.host.isEmpty, "target.host", "must not be empty")
    return problems.all
  }
}

extension LoadPlan {
  private func checkStreams(_ problems: inout PlanProblems) {
    problems.require(
      (1...1_000_000 / max(1, limits.connections)).contains(limits.streams), "limits.streams",
      "must be at least 1, and with \(limits.connections) connections at most "
        + "\(1_000_000 / max(1, limits.connections)), not \(limits.streams)")
    for kind in mix.kinds {
      let most = HTTP2Client.mostFields - 16
      problems.require(
        kind.fields.count <= most, "mix.\(kind.name)",
        "must have at most \(most) header fields with HTTP/2, not \(kind.fields.count)")
    }
  }

  /// Counts the rows that the plan needs of those that are used once.
  private func checkRows(_ problems: inout PlanProblems) {
    for value in mix.values {
      guard case .rows(let file, .once) = value.source else { continue }
      guard case .open(let arrivals) = loop else {
        problems.require(
          false, "values",
          "cannot use the rows of \(file.name) once: users ask as often as they can")
        continue
      }
      guard arrivals.expectedCount < 2 * Double(file.count) + 1_000 else {
        problems.require(
          false, "values",
          "needs about \(Int(min(arrivals.expectedCount, 1e15))) rows of \(file.name), used once, "
            + "which has \(file.count)")
        continue
      }
      var schedule = ArrivalSchedule(arrivals, seed: seed)
      var needed = 0
      while schedule.next() != nil { needed += 1 }
      problems.require(
        needed <= file.count, "values",
        "needs \(needed) rows of \(file.name), used once, which has \(file.count)")
    }
  }
}

/// The problems found so far.
struct PlanProblems {
  private(set) var all: [PlanProblem] = []

  mutating func require(_ holds: Bool, _ setting: String, _ reason: @autoclosure () -> String) {
    if !holds { all.append(PlanProblem(setting: setting, reason: reason())) }
  }
}

extension LoadLimits {
  func check(_ problems: inout PlanProblems) {
    problems.require(
      (1...1_000_000).contains(connections), "limits.connections",
      "must be from 1 to 1000000, not \(connections)")
    problems.require(
      timeout > .zero && timeout <= .seconds(3_600), "limits.timeout",
      "must be above 0 and at most an hour, not \(timeout)")
    problems.require(
      overtime >= .zero && overtime <= .seconds(3_600), "limits.overtime",
      "must be at least 0 and at most an hour, not \(overtime)")
  }
}
