import GrowthloopTransport
internal import Statistics

/// A recorder of the events of a run.
struct LoadRecorder {
  private var record: LoadRecord
  private let start: Int64
  private let warmUpEnd: Int64
  private let end: Int64
  private var second: SecondRecord
  /// Of this second, to two digits.
  private var responses: HDRHistogram
  private var watch: HealthWatch
  /// By kind, the answers that it wants.
  private let wanted: [RequestKind.Wanted]
  /// By kind, the names of its checks.
  private let checks: [[String]]
  /// The end of the current second.
  private(set) var nextTick: Int64
  var wasCancelled = false
  /// The steps of journeys that were planned behind the last moment of the plan.
  private var beyond = 0

  init(_ plan: LoadPlan, start: Int64, end: Int64) {
    record = LoadRecord(plan)
    record.start = MonotonicTime(nanoseconds: start)
    record.startTime =
      (WallTime.nanoseconds() + start - MonotonicTime.now().nanoseconds) / 1_000_000
    self.start = start
    self.end = end
    warmUpEnd = start + plan.warmUp.nanoseconds
    second = SecondRecord(second: 0, isWarmUp: plan.warmUp > .zero)
    nextTick = start + 1_000_000_000
    responses = HDRHistogram(layout: SecondRecord.layout)
    watch = HealthWatch(from: warmUpEnd, to: end)
    wanted = plan.mix.kinds.map(\.wanted)
    checks = plan.mix.kinds.map(\.checkNames)
    // A soak of a week has as many seconds.
    let seconds = Int(plan.length.components.seconds) + 64
    record.seconds.reserveCapacity(min(seconds, 700_000))
  }

  private func isMeasured(_ planned: Int64) -> Bool { planned >= warmUpEnd }

  /// Changes the counts of a request's kind, in the warm-up or after it.
  @inline(__always)
  private mutating func withCounts(
    _ kind: Int, _ planned: Int64, _ change: (inout RequestCounts) -> Void
  ) {
    if isMeasured(planned) {
      change(&record.kinds[kind].counts)
    } else {
      change(&record.kinds[kind].warmUp)
    }
  }

  /// Counts a request sent now that could have been sent at `ready`.
  mutating func countSent(_ kind: Int, planned: Int64, sent: Int64, ready: Int64) {
    second.sent += 1
    withCounts(kind, planned) { $0.planned += 1 }
    if planned >= end { beyond += 1 }
    if isMeasured(planned) { watch.countSent(at: sent, lag: sent - ready) }
  }

  mutating func note(_ encryption: TLSAgreement?) { record.encryption = encryption }
  mutating func note(_ use: MultiplexingUse?) { record.multiplexing = use }

  mutating func countNotSent(_ kind: Int, planned: Int64, isUnconnected: Bool) {
    withCounts(kind, planned) {
      $0.planned += 1
      $0.notSent += 1
      if isUnconnected { $0.unconnected += 1 }
    }
  }

  /// Whether the status of a slot's answer is wanted.
  func isWanted(_ slot: Slot) -> Bool {
    wanted[slot.request.kind].contains(slot.reader.status, to: slot.request)
  }

  /// Counts an answer, and by its number the check that it did not pass.
  mutating func countAnswer(_ slot: Slot, done: Int64, isWanted: Bool, unmet check: Int?) {
    let (kind, status) = (slot.request.kind, slot.reader.status)
    second.answered += 1
    if !isWanted { second.unwanted += 1 }
    let unmet = check.map { checks[kind][$0] }
    withCounts(kind, slot.planned) { $0.countAnswer(status, isWanted: isWanted, unmet: unmet) }
    responses.record(UInt64(max(0, done - slot.planned)))
    guard isMeasured(slot.planned) else { return }
    record.kinds[kind].latencies.record(
      planned: slot.planned, ready: slot.ready, sent: slot.sent, done: done)
  }

  /// The flaw of an unexpected answer, unless one of that flaw is shown already.
  func newFlaw(_ slot: Slot, unmet check: Int?) -> String? {
    let (kind, status) = (slot.request.kind, slot.reader.status)
    let flaw = check.map { checks[kind][$0] } ?? "\(status)"
    return record.kinds[kind].lacks(flaw) ? flaw : nil
  }

  mutating func show(_ slot: Slot, flaw: String, beginning: String) {
    record.kinds[slot.request.kind].show(
      UnexpectedAnswer(flaw: flaw, status: slot.reader.status, beginning: beginning))
  }

  /// Counts a step that was not reached since one before it, planned then, had no wanted answer.
  mutating func countUnreached(_ kind: Int, planned: Int64) {
    withCounts(kind, planned) { $0.unreached += 1 }
  }

  /// Counts a step that the end of the run cut off while it followed a redirect.
  mutating func countUnfinished(_ kind: Int, planned: Int64) {
    second.failed += 1
    withCounts(kind, planned) { $0.count(.unfinished) }
  }

  mutating func count(_ failure: Failure, _ slot: Slot) {
    second.failed += 1
    withCounts(slot.request.kind, slot.planned) { $0.count(failure) }
  }

  mutating func lackedConnections(planned: Int64) {
    if isMeasured(planned) { watch.health.lackedConnections = true }
  }
  mutating func beginTurn(at time: Int64, isIdle: Bool, lookedAt: Int64? = nil) {
    watch.beginTurn(time, isIdle: isIdle, lookedAt: lookedAt)
  }
  mutating func endTurn(at time: Int64) { watch.endTurn(time) }

  /// Advances the time: completes seconds and the measured period.
  mutating func pass(
    _ now: Int64, backlog: Duration, inFlight: Int, _ onSecond: (LoadProgress) -> Void
  ) {
    watch.pass(now)
    while now >= nextTick { endSecond(backlog: backlog, inFlight: inFlight, onSecond) }
  }

  private mutating func endSecond(
    backlog: Duration, inFlight: Int, _ onSecond: (LoadProgress) -> Void
  ) {
    second.backlog = backlog
    second.inFlight = inFlight
    second.quantiles = SecondRecord.Quantiles(responses)
    second.timed = responses.totalCount
    second.late = record.plan.marks.map { responses.count(above: UInt64(max(0, $0.nanoseconds))) }
    if record.plan.share != .whole { second.responses = responses }
    record.seconds.append(second)
    onSecond(progress())
    // Where no one has kept them, their memory is used again.
    responses.removeAll()
    second = SecondRecord(second: record.seconds.count, isWarmUp: nextTick < warmUpEnd)
    nextTick += 1_000_000_000
  }

  private func progress() -> LoadProgress {
    var counts = RequestCounts()
    for kind in record.kinds {
      counts += kind.warmUp
      counts += kind.counts
    }
    let lag = watch.health.ownLag.value(atPercentile: 99)
    return LoadProgress(
      second: second, counts: counts, lateness: lag.map { .nanoseconds(Int64($0)) },
      responses: responses)
  }

  /// Completes the record.
  consuming func finish(
    _ now: Int64, backlog: Duration, _ onSecond: (LoadProgress) -> Void
  ) -> LoadRecord {
    pass(now, backlog: backlog, inFlight: 0, onSecond)
    if second.sent + second.answered + second.failed > 0 {
      endSecond(backlog: backlog, inFlight: 0, onSecond)
    }
    watch.end(at: min(now, end))
    record.health = watch.health
    record.health.due = record.counts.planned - beyond
    record.health.judgeTrend(of: record.seconds.filter { !$0.isWarmUp })
    record.elapsed = .nanoseconds(max(0, now - start))
    record.wasCancelled = wasCancelled
    return record
  }
}

extension SecondRecord {
  /// Nanoseconds up to an hour, to two digits, with a resolution of a microsecond.
  static let layout: HDRHistogram.Layout = {
    do {
      return try HDRHistogram.Layout(lowest: 1_000, highest: 3_600_000_000_000, digits: 2)
    } catch {
      preconditionFailure("\(error)")
    }
  }()
}

extension SecondRecord.Quantiles {
  init?(_ responses: HDRHistogram) {
    func quantile(_ percentile: Double) -> Duration? {
      responses.value(atPercentile: percentile).map { .nanoseconds(Int64($0)) }
    }
    guard let median = quantile(50), let p99 = quantile(99), let p999 = quantile(99.9),
      let most = quantile(100)
    else { return nil }
    self.init(median: median, p99: p99, p999: p999, most: most)
  }
}
