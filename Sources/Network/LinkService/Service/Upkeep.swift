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
  private var hasErased = false
  private(set) var sweeps = 0
  private(set) var failedSweeps = 0
  /// How long the last sweep came after it was due, which is how much longer a click was kept.
  private(set) var lag = Interval.zero

  /// Begins at `now`, or with the first sweep that is asked for.
  init(from now: Instant?) {
    // At once: much may have become due while nobody ran.
    nextSweep = now
  }

  /// Remembers that somebody was erased, whose traces the files must lose with the next commit.
  mutating func erased() { hasErased = true }

  mutating func takeErasure() -> Bool {
    defer { hasErased = false }
    return hasErased
  }

  /// Deletes what is due if it is time for that; tells whether it could be recorded.
  mutating func sweep(_ desk: LinkDesk, at now: Instant) -> Bool? {
    let due = nextSweep ?? now
    guard now >= due else { return nil }
    lag = now - due
    nextSweep = now + Self.interval
    let report = desk.sweep(at: now, atMost: Self.slice)
    do throws(StoreError) {
      try desk.commit()
      // The rest is due still.
      if report.isPartial { nextSweep = due }
      sweeps += 1
      return true
    } catch {
      failedSweeps += 1
      return false
    }
  }
}
