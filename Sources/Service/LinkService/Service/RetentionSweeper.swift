internal import Invites
internal import GrowthloopLinkStore
internal import Vocabulary

/// The schedule of sweeps, which delete rows whose retention has ended.
struct RetentionSweeper {
  /// The time between two sweeps, by the clock of the service.
  static let interval = Interval.minutes(1)
  /// The most rows of one kind that one sweep deletes: a concurrent tap waits for them.
  static let slice = 2_000

  private var nextSweep: Instant?
  private var pending: Sweep?
  private(set) var sweeps = 0
  private(set) var failedSweeps = 0
  /// The delay of the last sweep, by which clicks were stored longer.
  private(set) var lag = Interval.zero

  /// A sweep that is not durable yet.
  private struct Sweep {
    let due: Instant
    /// Whether more rows are due.
    let isPartial: Bool
    /// Whether its commit has begun.
    var isCommitting = false
  }

  /// Schedules the first sweep at `now`, or at the first call of `sweep`.
  init(from now: Instant?) {
    // At once: many rows may have become due while the service was stopped.
    nextSweep = now
  }

  /// Deletes due rows, if a sweep is due and the last one is durable; returns whether it did.
  mutating func sweep(_ engine: LinkEngine, at now: Instant) -> Bool {
    let due = nextSweep ?? now
    guard now >= due, pending == nil else { return false }
    lag = now - due
    nextSweep = now + Self.interval
    pending = Sweep(due: due, isPartial: engine.sweep(at: now, atMost: Self.slice).isPartial)
    return true
  }

  /// Resets the schedule after the clock was set right.
  mutating func startOver() { nextSweep = nil }

  /// Records that the commit of the sweep has begun.
  mutating func commitBegins() { pending?.isCommitting = true }

  mutating func commitEnded() {
    guard let ended = pending, ended.isCommitting else { return }
    pending = nil
    sweeps += 1
    if ended.isPartial { nextSweep = ended.due }
  }

  /// Records that the sweep was reverted, whether or not its own commit had begun.
  mutating func commitFailed() {
    if pending.take() != nil { failedSweeps += 1 }
  }
}
