public import Gates
public import LoadGenerator
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
    gates = scenario.gatesInForce.map { gate in
      if gate.isOnExports { return record.judgedExports(gate) }
      var judged = record.judged(gate)
      judged.subject = gate.origin
      judged.doubt = rule.doubt(of: judged.verdict, record.bounds(of: gate))?.words
      // Requests that had no time to be measured are not errors.
      let isEarly = record.wasCancelled && judged.count == 0
      if judged.doubt != nil || isEarly { judged.verdict = .undecided }
      return judged
    }
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

  /// The worst verdict of all gates; without gates, `kept` for a valid run with requests.
  public var verdict: GateVerdict {
    if gates.isEmpty { return validity.isValid && !isEmpty ? .kept : .undecided }
    return gates.map(\.verdict).worst
  }
}

extension LoadRecord {
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
      let times = times(for: gate)
      return JudgedGate(
        gate, percentile: percentile, below: limit, among: times,
        unanswered: max(0, counts.planned - times.totalCount - open),
        effect: lateness(beyond: limit, seconds))
    case .errors:
      return judged(gate, errors: counts.errors - open)
    }
  }

  /// Returns the verdicts on the least and the most errors that the service may have caused.
  func bounds(of gate: LoadGate) -> DoubtRule.Bounds {
    let counts = counts(for: gate)
    let times = times(for: gate)
    if case .response(let percentile, let limit) = gate.limit {
      // All responses count as instant, except those the service refused, which are later than any
      // limit.
      let refused = counts.failedByService
      var best = HDRHistogram(layout: Latencies.layout)
      best.record(0, count: max(0, counts.planned - open(counts) - refused))
      let least = JudgedGate(
        gate, percentile: percentile, below: limit, among: best, unanswered: refused,
        effect: lateness(beyond: limit, seconds.filter { !$0.isWarmUp }))
      return DoubtRule.Bounds(least: refused > 0 ? least.verdict : .kept, most: .kept)
    }
    let timeout = UInt64(max(0, plan.limits.timeout / .nanoseconds(1)))
    // A time-out counts from the sending; a response later than that from the planned moment may be
    // one.
    let late = times.isEmpty ? 0 : times.totalCount - times.count(atOrBelow: timeout)
    let hidden = max(0, late - counts[.timeout])
    return DoubtRule.Bounds(
      least: judged(gate, errors: counts.ofService).verdict,
      most: judged(gate, errors: counts.errors - open(counts) + hidden).verdict)
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

  private func times(for gate: LoadGate) -> HDRHistogram {
    guard let name = gate.kind else { return latencies.response }
    return (kinds.first { $0.name == name }?.latencies ?? Latencies()).response
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
