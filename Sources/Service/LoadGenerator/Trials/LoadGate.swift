public import GrowthloopFindings
import Profiles
public import Statistics
import Vocabulary

/// A limit on a load run: `p99 < 200ms`, `errors < 0.1%`, `create p99 < 500ms`, `events max < 1h`.
public struct LoadGate: Hashable, Sendable {
  /// The limited measurement.
  public enum Limit: Hashable, Sendable {
    /// A percentile of the response times, 100 for the longest; in nanoseconds.
    case response(percentile: Double, nanoseconds: UInt64)
    /// The proportion of planned requests that failed, were not sent, or got an unexpected
    /// response.
    case errors(share: Double)
  }

  /// The kind of request; `nil` for all together.
  public let kind: String?
  public let limit: Limit
  public let description: String
  /// The setting that a limit comes from; `nil` for a limit of the plan.
  public var origin: String?

  /// The kind of a gate on the service's own measure of its events: the time to their export.
  public static let events = "events"

  /// Whether it limits the time from an event to its export (D-DEP-07).
  public var isOnExports: Bool { kind == Self.events }

  /// Examples of gates.
  public static let examples = ["p99 < 200ms", "errors < 0.1%", "create p99.9 < 1s"]

  /// Parses a gate; `nil` for other text.
  public init?(_ text: String) {
    let all = text.split(separator: " ").map(String.init)
    description = all.joined(separator: " ")
    // The name of a kind may have blanks, as "get /healthz" has.
    kind = all.count > 3 ? all.dropLast(3).joined(separator: " ") : nil
    let words = Array(all.suffix(3))
    guard words.count == 3, words[1] == "<" else { return nil }
    if words[0] == "errors" {
      guard let share = GateText.share(words[2]) else { return nil }
      limit = .errors(share: share)
    } else {
      guard let percentile = GateText.percentile(words[0]),
        let time = GateText.nanoseconds(words[2])
      else { return nil }
      limit = .response(percentile: percentile, nanoseconds: time)
    }
  }

  /// The limit on response times.
  public var responseLimit: Duration? {
    guard case .response(_, let nanoseconds) = limit else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }
}

extension LoadGate {
  /// The kinds of request that resolve a link, each a phone's way to the invite.
  private static let resolving: [OwnRequest] = [
    .landingTap, .landingTapKept, .directOpen, .deferredResolution,
  ]

  /// Returns the budgets of a profile as limits on those of `kinds` that resolve or create a link.
  ///
  /// The documents give a percentile for creating alone, P95 (CNF-34).
  static func budgets(of profile: Profile, on kinds: [String]) -> [LoadGate] {
    let budgets = profile.budgets
    let resolved = resolving.map(\.name).filter(kinds.contains).map { kind in
      LoadGate(
        kind, percentile: budgets.resolvePercentile.number,
        milliseconds: budgets.resolve.milliseconds, origin: "budget.resolveMs")
    }
    let created = [OwnRequest.create.name].filter(kinds.contains).map { kind in
      LoadGate(
        kind, percentile: 95, milliseconds: budgets.create.milliseconds,
        origin: "budget.createMs")
    }
    return resolved + created
  }

  /// The limit on errors of a plan that names no gates: no document gives one.
  static let errorsByDefault: LoadGate = {
    guard var gate = LoadGate("errors < 1%") else { preconditionFailure("it is a gate") }
    gate.origin = "default"
    return gate
  }()

  private init(_ kind: String, percentile: Int, milliseconds: Int64, origin: String) {
    self.kind = kind
    // A limit beyond thirty years would overflow.
    limit = .response(
      percentile: Double(percentile),
      nanoseconds: UInt64(min(milliseconds, 1_000_000_000_000)) * 1_000_000)
    description = "\(kind) p\(percentile) < \(milliseconds)ms"
    self.origin = origin
  }
}

extension BudgetPolicy.Percentile {
  fileprivate var number: Int {
    switch self {
    case .p50: 50
    case .p90: 90
    case .p95: 95
    case .p99: 99
    }
  }
}

/// The design effect of correlated requests: a stall makes hundreds late at once.
public enum BlockEffect {
  /// Neighbouring seconds are merged until at most this many blocks are left.
  static let mostBlocks = 30
  static let fewestBlocks = 10

  /// Returns the factor on the variance of a proportion, from its counts by second; at least 1.
  ///
  /// The variance of a ratio between blocks against that of independent requests. `nil` where there
  /// are too few seconds for an estimate. Source: Cochran (1977), "Sampling Techniques", §6.3 and
  /// §9.
  public static func factor(hits: [Int], of totals: [Int]) -> Double? {
    precondition(hits.count == totals.count, "each second has hits and a total")
    let busy = zip(hits, totals).filter { $0.1 > 0 }
    guard busy.count >= fewestBlocks else { return nil }
    let width = (busy.count + mostBlocks - 1) / mostBlocks
    let blocks = stride(from: 0, to: busy.count, by: width).map { start in
      busy[start..<min(start + width, busy.count)].reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    }
    let hit = blocks.reduce(0) { $0 + $1.0 }
    let total = Double(blocks.reduce(0) { $0 + $1.1 })
    let share = Double(hit) / total
    guard share > 0, share < 1 else { return 1 }
    let squares = blocks.reduce(0.0) { sum, block in
      let distance = Double(block.0) - share * Double(block.1)
      return sum + distance * distance
    }
    let count = Double(blocks.count)
    let between = squares * count / (count - 1) / (total * total)
    return max(1, between / (share * (1 - share) / total))
  }
}

/// The reason why a gate is undecided though its interval would decide it; see `DoubtRule`.
public enum GateDoubt: Hashable, Sendable, CaseIterable {
  /// Fewer requests were sent than were due.
  case notOffered
  /// The generator delayed users in a closed loop.
  case askedLess
  /// The generator was late.
  case lateness
  /// Other processes used the machine.
  case disturbance
  /// One of several generators left no record.
  case lostAgent

  /// The doubt as a clause for reports.
  public var words: String {
    switch self {
    case .notOffered: "fewer requests were sent than were due, so that the service was spared"
    case .askedLess: "users waited for the generator too, so that the service was spared"
    case .lateness: "the generator was late, which may be all of it"
    case .disturbance: "others on the machine disturbed the run"
    case .lostAgent: "an agent is missing, so that the service was spared"
    }
  }
}

extension JudgedGate {
  /// Creates the verdict on a percentile of response times.
  ///
  /// The interval uses the ranks between which the percentile lies, whatever the distribution. A
  /// request without a response is later than any limit, and a run without responses keeps no gate.
  public init(
    _ gate: LoadGate, percentile: Double, below limit: UInt64, among times: HDRHistogram,
    unanswered: Int = 0, effect: Double
  ) {
    let effect = max(1, effect)
    let count = times.totalCount + unanswered
    func time(atRank rank: Double) -> UInt64? {
      let rank = min(max(1, Int(rank)), count)
      return rank <= times.totalCount ? times.value(atRank: rank) : nil
    }
    func milliseconds(_ time: UInt64?) -> Double { time.map { Double($0) / 1e6 } ?? .infinity }
    func judged(
      _ value: Double?, from low: Double? = nil, to high: Double? = nil, _ verdict: GateVerdict
    ) -> JudgedGate {
      JudgedGate(
        gate.description, Measure(value, from: low, to: high, in: .milliseconds),
        GateLimit(.below, Double(limit) / 1e6), verdict, count: count, blockEffect: effect)
    }
    guard !times.isEmpty else {
      self = judged(unanswered > 0 ? .infinity : nil, .missed)
      return
    }
    // The next smaller Double: 99.9 has no exact Double.
    let measured = time(atRank: (percentile.nextDown * Double(count) / 100).rounded(.up))
    let value = milliseconds(measured)
    guard percentile < 100 else {
      // The longest observed time is no estimate.
      let end = measured.map { _ in value }
      let isKept = measured.map { $0 < limit } == true
      self = judged(value, from: end, to: end, isKept ? .kept : .missed)
      return
    }
    let known = Int(Double(count) / effect)
    let scale = Double(count) / Double(max(1, known))
    guard let ranks = QuantileInterval(of: percentile / 100, among: known) else {
      // Too few for both ends may be enough for a miss.
      let lower = QuantileInterval.lowerRank(of: percentile / 100, among: known)
      let least = lower.map { time(atRank: (Double($0) * scale).rounded(.down)) ?? .max }
      self = judged(value, (least ?? 0) >= limit ? .missed : .undecided)
      return
    }
    let least = time(atRank: (Double(ranks.lowerRank) * scale).rounded(.down))
    let most = time(atRank: (Double(ranks.upperRank) * scale).rounded(.up))
    let (isKept, isMissed) = ((most ?? .max) < limit, (least ?? .max) >= limit)
    self = judged(
      value, from: least.map { Double($0) / 1e6 }, to: milliseconds(most),
      isKept ? .kept : isMissed ? .missed : .undecided)
  }

  /// Creates the verdict on a proportion of errors, by Wilson's interval with continuity
  /// correction.
  public init(_ gate: LoadGate, errors: Int, of planned: Int, below share: Double, effect: Double) {
    let effect = max(1, effect)
    let known = Int((Double(planned) / effect).rounded(.down))
    let bad = min(known, Int((Double(errors) / effect).rounded(.up)))
    let estimate =
      planned > 0 ? Proportion(bad, of: known).wilson(continuityCorrected: true) : nil
    let verdict: GateVerdict =
      estimate.map { $0.high < share ? .kept : $0.low >= share ? .missed : .undecided }
      ?? (planned > 0 ? .undecided : .missed)
    self.init(
      gate.description,
      Measure(
        estimate.map { _ in Double(errors) / Double(planned) }, from: estimate?.low,
        to: estimate?.high, in: .errors),
      GateLimit(.below, share), verdict, count: planned, blockEffect: effect)
  }
}
