public import GrowthloopFindings
import Statistics

/// The result of a run with its verdicts on the gates.
public struct LoadOutcome: Sendable {
  public let scenario: LoadScenario
  public let record: LoadRecord
  /// The validity of the run.
  public let validity: RunValidity
  /// The strictest limit of its gates on times; `nil` without one.
  private let strictest: Duration?
  /// In the order of the gates; `DoubtRule` applies to an invalid or disturbed run.
  public let gates: [JudgedGate]

  public init(_ scenario: LoadScenario, _ record: LoadRecord) {
    self.scenario = scenario
    self.record = record
    let strictest = scenario.gatesInForce.filter { !$0.isOnExports }.compactMap(\.responseLimit)
      .min()
    let validity = strictest.map { record.validity(gated: $0) } ?? record.validity
    self.validity = validity
    self.strictest = strictest
    let rule = DoubtRule(validity, isOpenLoop: scenario.closedLoop == nil)
    let judged = scenario.gatesInForce.map { gate in
      var judged = gate.isOnExports ? record.judgedExports(gate) : record.judged(gate)
      if !record.missing.isEmpty {
        judged.doubt = GateDoubt.lostAgent.words
      } else if !gate.isOnExports {
        judged.doubt = rule.doubt(of: judged.verdict, record.bounds(of: gate))?.words
      }
      judged.subject = gate.origin
      // Requests that had no time to be measured are not errors.
      let isEarly = record.wasCancelled && judged.count == 0
      if judged.doubt != nil || isEarly { judged.verdict = .undecided }
      return judged
    }
    let isShown = !record.missing.isEmpty || judged.contains { $0.verdict == .missed }
    gates = judged + (record.hasNothingGood && !isShown ? [.nothingGood] : [])
  }

  /// Returns the validity of one of several generators.
  public func validity(of health: GeneratorHealth) -> RunValidity {
    record.validity(of: health, gated: strictest)
  }

  /// Whether no request got a good response, so that there are no times.
  public var isEmpty: Bool { record.counts.errors == record.counts.planned }

  /// Whether the run was interrupted before any request was measured.
  public var isEarly: Bool {
    record.wasCancelled && record.open(record.counts) >= record.counts.planned
  }

  /// The worst verdict of all gates; without gates, `kept` for a valid run with good responses.
  public var verdict: GateVerdict {
    if gates.isEmpty {
      return validity.isValid && !isEmpty && record.missing.isEmpty ? .kept : .undecided
    }
    return gates.map(\.verdict).worst
  }
}

extension JudgedGate {
  /// The verdict on a run in which no request got a good response, whatever its gates are about.
  fileprivate static let nothingGood = JudgedGate(
    "good answers >= 1", Measure(0, from: 0, to: 0, in: .whole), GateLimit(.atLeast, 1), .missed)
}

extension LoadRecord {
  /// Whether requests came to an end, and none of them with a good response.
  fileprivate var hasNothingGood: Bool {
    let counts = counts
    let ended = counts.answered + counts.failed - counts[.unfinished]
    return counts.errors == counts.planned && ended > 0
  }

  /// Judges the time from events to their export, which the service measures itself.
  func judgedExports(_ gate: LoadGate) -> JudgedGate {
    guard case .response(let percentile, let limit) = gate.limit else {
      preconditionFailure("\(gate) is no gate on times")
    }
    let lags = exportLag ?? HDRHistogram(layout: Latencies.layout)
    var judged = JudgedGate(gate, percentile: percentile, below: limit, among: lags, effect: 1)
    if lags.isEmpty {
      judged.verdict = .undecided
      judged.doubt = exportLag == nil ? "the service reports no export" : "no event was exported"
    }
    return judged
  }

  /// Judges a measurement against a gate.
  func judged(_ gate: LoadGate) -> JudgedGate {
    let counts = counts(for: gate)
    let open = open(counts)
    let seconds = self.seconds.filter { !$0.isWarmUp }
    switch gate.limit {
    case .response(let percentile, let limit):
      let times = latencies(for: gate).response
      return JudgedGate(
        gate, percentile: percentile, below: limit, among: times,
        unanswered: max(0, counts.planned - times.totalCount - open),
        effect: lateness(beyond: limit, seconds))
    case .errors:
      return judged(gate, errors: counts.errors - open)
    }
  }

  /// Returns the verdicts on the least and the most that the service may have caused.
  func bounds(of gate: LoadGate) -> DoubtRule.Bounds {
    let counts = counts(for: gate)
    let latencies = latencies(for: gate)
    if case .response(let percentile, let limit) = gate.limit {
      let requests = max(0, counts.planned - open(counts))
      let effect = lateness(beyond: limit, seconds.filter { !$0.isWarmUp })
      let isMissed = lateByService(counts, latencies.least, beyond: limit, of: requests).contains {
        // All others count as instant.
        var others = HDRHistogram(layout: Latencies.layout)
        others.record(0, count: max(0, requests - $0))
        return $0 > 0
          && JudgedGate(
            gate, percentile: percentile, below: limit, among: others, unanswered: $0,
            effect: effect
          ).verdict == .missed
      }
      return DoubtRule.Bounds(least: isMissed ? .missed : .kept, most: .kept)
    }
    let timeout = UInt64(max(0, plan.limits.timeout / .nanoseconds(1)))
    // A time-out counts from the sending; a response later than that from the planned moment may be
    // one.
    let hidden = latencies.response.count(above: timeout)
    return DoubtRule.Bounds(
      least: judged(gate, errors: counts.ofService).verdict,
      most: judged(gate, errors: counts.errors - open(counts) + hidden).verdict)
  }

  /// Returns lower bounds on the number of `requests` that the service made later than `limit`.
  ///
  /// Each takes one percentile of the generator's own lateness as the longest that the machine held
  /// up the service too, and excuses the proportion of requests beyond the percentile altogether.
  private func lateByService(
    _ counts: RequestCounts, _ least: HDRHistogram, beyond limit: UInt64, of requests: Int
  ) -> [Int] {
    [50, 90, 99, 99.9, 100].map { percentile in
      let delay = health.ownLag.value(atPercentile: percentile) ?? 0
      let later = health.ownLag.count(above: delay)
      let excused = Double(requests) * Double(later) / Double(max(1, health.ownLag.totalCount))
      let late = least.count(above: limit + delay) - Int(excused.rounded(.up))
      return counts.unansweredByService + max(0, late)
    }
  }

  /// Judges a number of errors against a gate.
  private func judged(_ gate: LoadGate, errors: Int) -> JudgedGate {
    guard case .errors(let share) = gate.limit else {
      preconditionFailure("\(gate) is no gate on errors")
    }
    let counts = counts(for: gate)
    let planned = counts.planned - open(counts)
    let seconds = self.seconds.filter { !$0.isWarmUp }
    return JudgedGate(
      gate, errors: min(errors, planned), of: planned, below: share,
      effect: BlockEffect.factor(
        hits: seconds.map { min($0.failed + $0.unwanted, $0.answered + $0.failed) },
        of: seconds.map { $0.answered + $0.failed }) ?? 1)
  }

  /// The records of the gate's requests.
  private func counts(for gate: LoadGate) -> RequestCounts {
    guard let name = gate.kind else { return counts }
    return kinds.first { $0.name == name }?.counts ?? RequestCounts()
  }

  private func latencies(for gate: LoadGate) -> Latencies {
    guard let name = gate.kind else { return latencies }
    return kinds.first { $0.name == name }?.latencies ?? Latencies()
  }

  /// The number of requests under way at an interrupt.
  fileprivate func open(_ counts: RequestCounts) -> Int {
    wasCancelled ? counts[.unfinished] + counts.notSent : 0
  }

  private func lateness(beyond limit: UInt64, _ seconds: [SecondRecord]) -> Double {
    guard let mark = plan.marks.firstIndex(of: .nanoseconds(Int64(limit))) else { return 1 }
    let unanswered = seconds.map { max(0, $0.answered + $0.failed - $0.timed) }
    return BlockEffect.factor(
      hits: zip(seconds, unanswered).map { $0.late[mark] + $1 },
      of: zip(seconds, unanswered).map { $0.timed + $1 }) ?? 1
  }
}

/// The rule by which an invalid or disturbed run leaves its gates undecided.
///
/// The interval decides, unless a sign of invalidity could have caused its verdict:
///
/// - **Fewer requests were sent than were due** (`rate`). The load was reduced: no gate is kept.
/// - **The generator was late** (`lag`, `turn`, `processor`), or **other processes used the machine**
///   (`runQueue`, `foreign`, `stolen`). Times count from the planned moment. A service that takes
///   requests as they come finishes none earlier because it, or one before it, was sent later (except
///   for the little that it saves by answering several at once). So both make times longer and never
///   shorter: a kept verdict stands. Where users wait for responses before their next request,
///   lateness also reduces the load: no gate is kept.
/// - **How much of a miss they explain** is known: each request's own lateness is taken from its time,
///   and the machine may have held up the service as often, and for as long, as it held up the
///   generator, which is on it too. A time that is missed even so is missed (`LoadRecord.bounds`).
/// - **Errors.** Lateness adds requests that are not sent, and may hide time-outs, which count from the
///   sending: responses later than a time-out count as errors before any proportion is kept. It
///   causes no other errors. A gate that those alone miss is missed, and so is a time, since a
///   request without a response is later than any limit.
struct DoubtRule {
  /// The verdicts of a gate on what lateness cannot have caused, and with all that it may hide.
  struct Bounds {
    let least: GateVerdict
    let most: GateVerdict
  }

  private let validity: RunValidity
  private let isOpenLoop: Bool

  init(_ validity: RunValidity, isOpenLoop: Bool) {
    self.validity = validity
    self.isOpenLoop = isOpenLoop
  }

  /// Returns the reason why a measurement does not decide its gate; `nil` if it does, or is
  /// undecided by itself.
  func doubt(of verdict: GateVerdict, _ bounds: Bounds) -> GateDoubt? {
    switch (verdict, validity) {
    case (.undecided, _), (_, .valid), (.kept, .disturbed): nil
    case (.kept, .generatorLimited(let reasons)):
      if reasons.contains(where: \.sparesTheService) {
        .notOffered
      } else if !isOpenLoop {
        .askedLess
      } else {
        bounds.most == .kept ? nil : .lateness
      }
    case (.missed, .disturbed): bounds.least == .missed ? nil : .disturbance
    case (.missed, .generatorLimited): bounds.least == .missed ? nil : .lateness
    }
  }
}

extension RunValidity.Reason {
  /// Whether the load was less than planned, rather than only later.
  fileprivate var sparesTheService: Bool {
    switch self {
    case .rate: true
    case .lag, .turn, .processor, .runQueue, .foreign, .stolen: false
    }
  }
}

extension RunValidity {
  /// The signs of invalidity or disturbance, a sentence each; empty if valid.
  public var reasons: [String] {
    switch self {
    case .valid: []
    case .disturbed(let reasons), .generatorLimited(let reasons): reasons.map(\.words)
    }
  }
}

extension RunValidity.Reason {
  fileprivate var words: String {
    switch self {
    case .lag(let percentile, let was, let allowed):
      "requests were sent late: at the \(Self.shown(percentile))th percentile by "
        + "\(Self.time(was)), where \(Self.time(allowed)) is allowed"
    case .rate(let sent, let due):
      "only \(sent) of \(due) requests were sent that were due, with connections to spare"
    case .processor(let busy, let allowed):
      "the generator was busy \(Self.percent(busy)) of the time, where \(Self.percent(allowed)) is allowed"
    case .runQueue(let waiting, let allowed):
      "the generator waited \(Self.percent(waiting)) of the time for a processor that others had, "
        + "where \(Self.percent(allowed)) is allowed"
    case .foreign(let share, let allowed):
      "others took \(Self.percent(share)) of its processor, where \(Self.percent(allowed)) is allowed"
    case .stolen(let share, let allowed):
      "the machine below took \(Self.percent(share)) of its processor, "
        + "where \(Self.percent(allowed)) is allowed"
    case .turn(let p99, let allowed):
      "one turn of its loop took \(Self.time(p99)) at the 99th percentile, where "
        + "\(Self.time(allowed)) is allowed"
    }
  }

  private static func shown(_ percentile: Double) -> String {
    percentile == percentile.rounded() ? "\(Int(percentile))" : "\(percentile)"
  }

  private static func percent(_ share: Double) -> String {
    "\((share * 1_000).rounded() / 10)%"
  }

  private static func time(_ duration: Duration) -> String {
    "\((duration / .microseconds(1)).rounded() / 1_000) ms"
  }
}
