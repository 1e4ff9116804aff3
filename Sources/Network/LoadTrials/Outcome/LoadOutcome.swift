public import Gates
public import LoadGenerator
import Statistics

/// What a run came to, and what it says of its gates.
public struct LoadOutcome: Sendable {
  public let scenario: LoadScenario
  public let record: LoadRecord
  /// Whether the figures speak of the server.
  public let validity: Verdict
  /// In the order of the gates; none is decided by a run that is not valid, and none is missed by one
  /// that was disturbed.
  public let judgements: [GateJudgement]

  public init(_ scenario: LoadScenario, _ record: LoadRecord) {
    self.scenario = scenario
    self.record = record
    let strictest = scenario.gates.compactMap(\.responseLimit).min()
    let validity = strictest.map { record.verdict(gated: $0) } ?? record.verdict
    self.validity = validity
    judgements = scenario.gates.map { gate in
      var judgement = record.judgement(of: gate)
      let isTold = judgement.verdict == .missed ? !validity.isDisturbed : validity.isValid
      // What had no time to be measured is held against nobody.
      let isEarly = record.wasCancelled && judgement.count == 0
      if !isTold || isEarly { judgement.verdict = .undecided }
      return judgement
    }
  }

  /// Whether no request at all got a good answer, so that there is nothing to go by.
  public var isEmpty: Bool { record.counts.errors == record.counts.planned }

  /// Whether somebody wanted no more before any request was measured.
  public var isEarly: Bool {
    record.wasCancelled && record.open(record.counts) >= record.counts.planned
  }

  /// What all gates come to: the worst that became of one; a run without gates is kept if it says
  /// anything.
  public var verdict: GateVerdict {
    guard validity.isValid else { return .undecided }
    let all = judgements.map(\.verdict)
    if all.isEmpty, isEmpty { return .undecided }
    if all.contains(.missed) { return .missed }
    return all.contains(.undecided) ? .undecided : .kept
  }
}

extension LoadRecord {
  /// Holds what was measured against a gate.
  func judgement(of gate: LoadGate) -> GateJudgement {
    let own = kinds.first { $0.name == gate.kind }
    let counts = (gate.kind == nil ? self.counts : own?.counts) ?? RequestCounts()
    let open = open(counts)
    let seconds = self.seconds.filter { !$0.isWarmUp }
    switch gate.limit {
    case .response(let percentile, let limit):
      let times = (gate.kind == nil ? latencies : own?.latencies) ?? Latencies()
      return GateJudgement(
        gate, percentile: percentile, below: limit, among: times.response,
        unanswered: max(0, counts.planned - times.response.totalCount - open),
        effect: lateness(beyond: limit, seconds))
    case .errors(let share):
      return GateJudgement(
        gate, errors: counts.errors - open, of: counts.planned - open, below: share,
        effect: BlockEffect.factor(
          hits: seconds.map { min($0.failed + $0.unwanted, $0.answered + $0.failed) },
          of: seconds.map { $0.answered + $0.failed }) ?? 1)
    }
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
