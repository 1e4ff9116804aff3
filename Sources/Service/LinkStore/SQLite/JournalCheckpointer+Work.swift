import Foundation

extension JournalCheckpointer {
  func work() {
    while let turns = nextTurns() {
      do throws(StoreError) {
        // Without space for keys, the store requests one again when needed.
        do throws(StoreError) { try keys.makeIfLow() } catch {}
        done(turns, try apply(turns))
      } catch {
        failed(error)
      }
    }
    close()
    condition.withLock {
      hasStopped = true
      condition.broadcast()
    }
  }

  /// Waits for work; returns `nil` when the thread is to stop.
  private func nextTurns() -> [Turn]? {
    condition.withLock {
      while !isStopping, waiting.isEmpty, !hasSpentSegment { condition.wait() }
      let deadline = Date(timeIntervalSinceNow: problem == nil ? Self.batchWait : 1)
      while !isStopping, waitingBytes < Self.batch || problem != nil,
        condition.wait(until: deadline)
      {}
      guard !isStopping || isFinishing && problem == nil && !waiting.isEmpty else { return nil }
      var room = Self.transaction
      let next = waiting.prefix { turn in
        defer { room -= turn.changes.count }
        return room > 0
      }
      return next.map { Turn(number: $0.number, changes: $0.changes[...]) }
    }
  }

  private var hasSpentSegment: Bool { ended.first.map { $0.lastTurn <= applied } ?? false }

  /// Applies turns, and returns the number of deleted segments, which are the oldest.
  private func apply(_ turns: [Turn]) throws(StoreError) -> Int {
    guard let writer else { preconditionFailure("the database is closed") }
    let last = turns.last?.number ?? writer.progress.turn
    let spent = condition.withLock { ended.prefix { $0.lastTurn <= last } }
    var work = 0
    // A segment may go only after the database has recorded that it does not need it.
    try writer.apply(turns, needing: spent.last?.next) { bytes in
      work += bytes
      if work >= Self.piece {
        work = 0
        pause()
      }
    }
    for segment in spent { try DiskFile.remove(segment.path) }
    if !spent.isEmpty { try DiskFile.syncFolder(folder) }
    return spent.count
  }

  private func pause() {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.pauseLength)
      while !isStopping, waitingBytes < Self.mostWithPauses, condition.wait(until: end) {}
    }
  }

  private func done(_ turns: [Turn], _ deleted: Int) {
    condition.withLock {
      waiting.removeFirst(turns.count)
      waitingBytes -= turns.reduce(0) { $0 + $1.changes.count }
      applied = turns.last?.number ?? applied
      // Segments that ended since are deleted next time.
      ended.removeFirst(deleted)
      problem = nil
      condition.broadcast()
    }
  }

  private func failed(_ error: StoreError) {
    condition.withLock {
      problem = error
      condition.broadcast()
    }
  }

  /// Closes the database; without a journal if it is finishing and every turn is applied.
  private func close() {
    let isWhole = condition.withLock { isFinishing && problem == nil && waiting.isEmpty }
    if isWhole {
      do throws(StoreError) {
        try writer?.apply([], needing: 0)
        for segment in try JournalReader(in: folder).segments { try DiskFile.remove(segment.path) }
        try DiskFile.syncFolder(folder)
        _ = try database?.number("PRAGMA wal_checkpoint(TRUNCATE)")
      } catch {
        failed(error)
      }
    }
    writer = nil
    database = nil
  }
}
