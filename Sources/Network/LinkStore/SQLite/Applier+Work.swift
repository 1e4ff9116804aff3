import Foundation

extension Applier {
  func work() {
    while let turns = nextTurns() {
      do throws(StoreError) {
        done(turns, try apply(turns))
      } catch {
        failed(error)
      }
    }
    writer = nil
    cleaner = nil
    database = nil
    condition.withLock {
      hasStopped = true
      condition.broadcast()
    }
  }

  /// Waits until there is something to do; `nil` when it is time to stop.
  private func nextTurns() -> [Turn]? {
    condition.withLock {
      while !isStopping, waiting.isEmpty, emptyLogAfter == nil, !hasSpentSegment {
        condition.wait()
      }
      let deadline = Date(timeIntervalSinceNow: problem == nil ? Self.patience : 1)
      while !isStopping, !isAsked, waitingBytes < Self.batch || problem != nil,
        condition.wait(until: deadline)
      {}
      guard !isStopping else { return nil }
      var room = Self.transaction
      let next = waiting.prefix { turn in
        defer { room -= turn.changes.count }
        return room > 0
      }
      return next.map { Turn(number: $0.number, changes: $0.changes[...]) }
    }
  }

  private var hasSpentSegment: Bool { ended.first.map { $0.lastTurn <= applied } ?? false }

  /// What was done beside bringing turns into the database.
  private struct Housekeeping {
    var logIsEmpty: Bool
    var heldLog: StoreError?
    /// How many segments are deleted, the oldest.
    var deleted: Int
  }

  private func apply(_ turns: [Turn]) throws(StoreError) -> Housekeeping {
    guard let database, let writer, let cleaner else {
      preconditionFailure("the database is closed")
    }
    var work = 0
    try writer.apply(turns) { bytes in
      work += bytes
      if work >= Self.piece {
        work = 0
        rest()
      }
    }
    try cleaner.shortenLog()
    let (paths, empties) = condition.withLock {
      let last = turns.last?.number ?? applied
      return (
        ended.prefix { $0.lastTurn <= last }.map(\.path), emptyLogAfter.map { $0 <= last } ?? false
      )
    }
    let isHeld = empties ? try !cleaner.emptyLog() : false
    for path in paths { try DiskFile.remove(path) }
    if !paths.isEmpty { try DiskFile.syncFolder(folder) }
    return Housekeeping(
      logIsEmpty: empties && !isHeld, heldLog: isHeld ? .locked(path: database.path) : nil,
      deleted: paths.count)
  }

  private func rest() {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.rest)
      while !isStopping, waitingBytes < Self.leisure, condition.wait(until: end) {}
    }
  }

  private func done(_ turns: [Turn], _ housekeeping: Housekeeping) {
    let news = condition.withLock {
      waiting.removeFirst(turns.count)
      waitingBytes -= turns.reduce(0) { $0 + $1.changes.count }
      applied = turns.last?.number ?? applied
      // Others may have ended since: they are deleted next time.
      ended.removeFirst(housekeeping.deleted)
      problem = nil
      heldLog = housekeeping.heldLog
      if heldLog != nil { isAsked = false }
      if housekeeping.logIsEmpty {
        logIsEmptyUpTo = applied
        if let turn = emptyLogAfter, turn <= applied { emptyLogAfter = nil }
      }
      condition.broadcast()
      return self.news
    }
    news?()
  }

  private func failed(_ error: StoreError) {
    let news = condition.withLock {
      problem = error
      isAsked = false
      condition.broadcast()
      return self.news
    }
    news?()
  }
}
