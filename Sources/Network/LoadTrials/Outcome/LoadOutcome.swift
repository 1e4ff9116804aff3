public import Gates
public import LoadGenerator
import Statistics

/// What a run came to, and what it says of its gates.
public struct LoadOutcome: Sendable {
  public let scenario: LoadScenario
  public let record: LoadRecord
  /// Whether the figures speak of the server.
  public let validity: Verdict
  /// In the order of the gates; `DoubtRule` says what a run decides that was not as it should be.
  public let judgements: [GateJudgement]

  public init(_ scenario: LoadScenario, _ record: LoadRecord) {
    self.scenario = scenario
    self.record = record
    let strictest = scenario.gates.compactMap(\.responseLimit).min()
    let validity = strictest.map { record.verdict(gated: $0) } ?? record.verdict
    self.validity = validity
    let rule = DoubtRule(validity, isOpenLoop: scenario.closedLoop == nil)
    judgements = scenario.gates.map { gate in
      var judgement = record.judgement(of: gate)
      judgement.doubt = rule.doubt(of: judgement, record.bounds(of: gate))
      // What had no time to be measured is held against nobody.
      let isEarly = record.wasCancelled && judgement.count == 0
      if judgement.doubt != nil || isEarly { judgement.verdict = .undecided }
      return judgement
    }
  }

  /// Whether no request at all got a good answer, so that there is nothing to go by.
  public var isEmpty: Bool { record.counts.errors == record.counts.planned }

  /// Whether somebody wanted no more before any request was measured.
  public var isEarly: Bool {
    record.wasCancelled && record.open(record.counts) >= record.counts.planned
  }

  /// What all gates come to: the worst that became of one; a run without gates is kept if it is valid and
  /// says anything.
  public var verdict: GateVerdict {
    if judgements.isEmpty { return validity.isValid && !isEmpty ? .kept : .undecided }
    return judgements.map(\.verdict).worst
  }
}

extension LoadRecord {
  /// Holds what was measured against a gate.
  func judgement(of gate: LoadGate) -> GateJudgement {
    let counts = counts(for: gate)
    let open = open(counts)
    let seconds = self.seconds.filter { !$0.isWarmUp }
    switch gate.limit {
    case .response(let percentile, let limit):
      let times = times(for: gate)
      return GateJudgement(
        gate, percentile: percentile, below: limit, among: times,
        unanswered: max(0, counts.planned - times.totalCount - open),
        effect: lateness(beyond: limit, seconds))
    case .errors:
      return judgement(of: gate, errors: counts.errors - open)
    }
  }

  /// What becomes of a gate at the least and at the most that may be the service's doing.
  func bounds(of gate: LoadGate) -> DoubtRule.Bounds {
    let counts = counts(for: gate)
    let times = times(for: gate)
    if case .response(let percentile, let limit) = gate.limit {
      // All answers in no time: what the service refused has none, and is later than any limit.
      let refused = counts.failedByService
      var best = HDRHistogram(layout: Latencies.layout)
      best.record(0, count: max(0, counts.planned - open(counts) - refused))
      let least = GateJudgement(
        gate, percentile: percentile, below: limit, among: best, unanswered: refused,
        effect: lateness(beyond: limit, seconds.filter { !$0.isWarmUp }))
      return DoubtRule.Bounds(least: refused > 0 ? least.verdict : .kept, most: .kept)
    }
    let timeout = UInt64(max(0, plan.limits.timeout / .nanoseconds(1)))
    // A time-out counts from the sending; what came later than that from the planned moment may be one.
    let late = times.isEmpty ? 0 : times.totalCount - times.count(atOrBelow: timeout)
    let hidden = max(0, late - counts[.timeout])
    return DoubtRule.Bounds(
      least: judgement(of: gate, errors: counts.ofService).verdict,
      most: judgement(of: gate, errors: counts.errors - open(counts) + hidden).verdict)
  }

  /// Holds so many errors against a gate.
  private func judgement(of gate: LoadGate, errors: Int) -> GateJudgement {
    guard case .errors(let share) = gate.limit else {
      preconditionFailure("\(gate) is no gate on errors")
    }
    let counts = counts(for: gate)
    let planned = counts.planned - open(counts)
    let seconds = self.seconds.filter { !$0.isWarmUp }
    return GateJudgement(
      gate, errors: min(errors, planned), of: planned, below: share,
      effect: BlockEffect.factor(
        hits: seconds.map { min($0.failed + $0.unwanted, $0.answered + $0.failed) },
        of: seconds.map { $0.answered + $0.failed }) ?? 1)
  }

  /// Of the requests that a gate is about.
  private func counts(for gate: LoadGate) -> RequestCounts {
    guard let name = gate.kind else { return counts }
    return kinds.first { $0.name == name }?.counts ?? RequestCounts()
  }

  private func times(for gate: LoadGate) -> HDRHistogram {
    guard let name = gate.kind else { return latencies.response }
    return (kinds.first { $0.name == name }?.latencies ?? Latencies()).response
  }

  /// How many requests might still have been answered when somebody wanted no more.
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
