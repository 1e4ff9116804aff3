internal import Statistics

/// A recorder of the generator's health from the warm-up to the last planned moment.
struct HealthWatch {
  private enum Stage {
    case before, during, after
  }

  var health = GeneratorHealth()
  private let begin: Int64
  private let finish: Int64
  private var stage = Stage.before
  private var atBegin: ProcessorReading?
  private var measuredFrom: Int64 = 0
  private var turnStart: Int64 = 0
  private var sentInTurn = 0
  private var turnHasEvents = false
  /// The time of the turn's first poll without a pause.
  private var lookedAt: Int64?
  /// The total time of busy waits.
  private(set) var watching: Int64 = 0
  /// A longer poll was interrupted.
  private static let longestLook: Int64 = 10_000

  init(from begin: Int64, to finish: Int64) {
    self.begin = begin
    self.finish = finish
  }

  mutating func pass(_ now: Int64) {
    switch stage {
    case .before where now >= begin:
      stage = .during
      measuredFrom = now
      atBegin = ProcessorReading()
    case .during where now >= finish: end(at: now)
    default: break
    }
  }

  mutating func end(at now: Int64) {
    guard stage == .during else { return }
    stage = .after
    // Nothing is counted beyond the last planned moment.
    health.length = .nanoseconds(max(0, min(now, finish) - measuredFrom))
    if let atBegin, let atEnd = ProcessorReading() {
      health.processor = atEnd.use(since: atBegin, watching: watching)
    }
  }

  /// Counts a request sent with a lateness.
  mutating func countSent(at time: Int64, lag: Int64) {
    sentInTurn += 1
    guard time < finish else { return }
    health.sent += 1
    health.ownLag.record(UInt64(max(0, lag)))
  }

  /// Begins a turn; a turn with `lookedAt` did not wait.
  mutating func beginTurn(_ time: Int64, isIdle: Bool, lookedAt: Int64? = nil) {
    turnStart = time
    turnHasEvents = !isIdle
    self.lookedAt = lookedAt
    sentInTurn = 0
  }

  mutating func endTurn(_ time: Int64) {
    guard stage == .during, turnStart > 0 else { return }
    guard turnHasEvents || sentInTurn > 0 else {
      if let lookedAt, time - lookedAt <= Self.longestLook { watching += time - lookedAt }
      return
    }
    health.turns.record(UInt64(max(0, time - turnStart)))
    health.batches.record(UInt64(sentInTurn))
  }
}
