internal import Invites
internal import LinkStore
internal import Vocabulary

/// What must be done from time to time: deleting what has been kept for long enough.
struct Upkeep {
  /// How often that is done, by the clock of the service.
  static let interval = Interval.minutes(1)
  /// The most rows of one kind that are deleted at a time: a tap that comes meanwhile waits for them.
  static let slice = 2_000

  private var nextSweep: Instant?
  private var pending: Sweep?
  private(set) var sweeps = 0
  private(set) var failedSweeps = 0
  /// How long the last sweep came after it was due, which is how much longer a click was kept.
  private(set) var lag = Interval.zero

  /// A sweep that is not durable yet.
  private struct Sweep {
    let due: Instant
    /// Whether it left some of what is due.
    let isPartial: Bool
    /// Whether its commit has begun.
    var isCommitting = false
  }

  /// Begins at `now`, or with the first sweep that is asked for.
  init(from now: Instant?) {
    // At once: much may have become due while nobody ran.
    nextSweep = now
  }

  /// Deletes what is due, if it is time for that and the last time is over; tells whether it did.
  mutating func sweep(_ desk: LinkDesk, at now: Instant) -> Bool {
    let due = nextSweep ?? now
    guard now >= due, pending == nil else { return false }
    lag = now - due
    nextSweep = now + Self.interval
    pending = Sweep(due: due, isPartial: desk.sweep(at: now, atMost: Self.slice).isPartial)
    return true
  }

  /// Forgets when the next sweep is due: the clock was set right.
  mutating func startOver() { nextSweep = nil }

  /// What was swept is among what is being committed.
  mutating func commitBegins() { pending?.isCommitting = true }

  mutating func commitEnded() {
    guard let ended = pending, ended.isCommitting else { return }
    pending = nil
    sweeps += 1
    if ended.isPartial { nextSweep = ended.due }
  }

  /// What was swept has been taken back, whether or not its own commit had begun.
  mutating func commitFailed() {
    if pending.take() != nil { failedSweeps += 1 }
  }
}
