internal import Statistics

/// Watches the generator itself, from the end of the warm-up to the last planned moment.
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
    health.length = .nanoseconds(max(0, now - measuredFrom))
    if let atBegin, let atEnd = ProcessorReading() {
      health.processor = atEnd.use(since: atBegin)
    }
  }

  /// Counts a request that was sent so late after it could have been.
  mutating func countSent(at time: Int64, lag: Int64) {
    sentInTurn += 1
    guard time < finish else { return }
    health.sent += 1
    health.ownLag.record(UInt64(max(0, lag)))
  }

  mutating func beginTurn(_ time: Int64, isIdle: Bool) {
    turnStart = time
    turnHasEvents = !isIdle
    sentInTurn = 0
  }

  mutating func endTurn(_ time: Int64) {
    guard stage == .during, turnStart > 0, turnHasEvents || sentInTurn > 0 else { return }
    health.turns.record(UInt64(max(0, time - turnStart)))
    health.batches.record(UInt64(sentInTurn))
  }
}
