import Foundation

/// Moves turns from the journal into the database, on a thread of its own.
///
/// What waits is safe in the journal already; so it may wait for company, and goes in by large
/// transactions. It rests between small pieces of work: who answers may share its processor, and a
/// system lets a thread that has begun go on for milliseconds. A segment of the journal is deleted
/// once the database has all of it.
final class Applier: @unchecked Sendable {
  /// How long a turn waits for others.
  private static let patience = 0.5
  /// How many bytes wait no longer, how many go in at a time, and how many keep writers waiting.
  private static let batch = 2 << 20
  private static let transaction = 4 << 20
  private static let most = 64 << 20

  /// After how many bytes it rests, for how long, and how many may wait before it rests no more.
  private static let piece = 16 << 10
  private static let rest = 0.001
  private static let leisure = 16 << 20

  // All that both threads touch is guarded by the condition.
  private let condition = NSCondition()
  private var waiting: [(number: UInt64, changes: [UInt8])] = []
  private var waitingBytes = 0
  private var applied: UInt64
  private var ended: [(path: String, lastTurn: UInt64)] = []
  private var problem: StoreError?
  private var isAsked = false
  /// The turn of which the database's own log shall hold nothing.
  private var emptyLogAfter: UInt64?
  private var isStopping = false
  private var hasStopped = false

  // Only the thread touches the database once it runs, and closes it before it says that it stopped:
  // else the next to open the file would find it in use.
  private var database: Database?
  private var writer: ChangeWriter?
  private let folder: String

  init(
    _ database: Database, journalIn folder: String, after turn: UInt64
  ) throws(StoreError) {
    self.database = database
    self.folder = folder
    applied = turn
    writer = try ChangeWriter(database)
  }

  func start() {
    let thread = Thread { [self] in work() }
    thread.name = "growthloop store"
    thread.start()
  }

  /// Takes over a turn that is durable; waits if far too many are waiting.
  func take(_ number: UInt64, _ changes: [UInt8]) {
    condition.withLock {
      let hadEnough = waitingBytes >= Self.batch
      waiting.append((number, changes))
      waitingBytes += changes.count
      // Not for each: to be woken costs as much as many a turn.
      if waiting.count == 1 || waitingBytes >= Self.batch && !hadEnough { condition.broadcast() }
      while waitingBytes > Self.most, problem == nil, !hasStopped { condition.wait() }
    }
  }

  /// Takes over a segment that has ended, to be deleted in time.
  func take(ended path: String, lastTurn: UInt64) {
    condition.withLock {
      ended.append((path, lastTurn))
      condition.broadcast()
    }
  }

  /// Why the database takes nothing more; `nil` if it does, or may again.
  var lastingProblem: StoreError? {
    condition.withLock { problem.flatMap { $0.mayPass ? nil : $0 } }
  }

  /// Returns when the database has every turn, and no log has more than it.
  func settle() throws(StoreError) {
    let found: StoreError? = condition.withLock {
      problem = nil
      isAsked = true
      emptyLogAfter = waiting.last?.number ?? applied
      condition.broadcast()
      while problem == nil, !hasStopped, !waiting.isEmpty || !ended.isEmpty || emptyLogAfter != nil
      {
        condition.wait()
      }
      isAsked = false
      return problem
    }
    if let found { throw found }
  }

  /// Has the database's own log emptied once it has a turn, and waits for nothing.
  func tidy(after turn: UInt64) {
    condition.withLock {
      emptyLogAfter = turn
      condition.broadcast()
    }
  }

  /// Ends the thread; what still waits stays in the journal.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
    }
  }
}

extension Applier {
  private func work() {
    while let turns = nextTurns() {
      do throws(StoreError) {
        done(turns, try apply(turns))
      } catch {
        failed(error)
      }
    }
    writer = nil
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
    /// How many segments are deleted, the oldest.
    var deleted: Int
  }

  private func apply(_ turns: [Turn]) throws(StoreError) -> Housekeeping {
    guard let database, let writer else { preconditionFailure("the database is closed") }
    var work = 0
    try writer.apply(turns) { bytes in
      work += bytes
      if work >= Self.piece {
        work = 0
        rest()
      }
    }
    let (paths, empties) = condition.withLock {
      let last = turns.last?.number ?? applied
      return (
        ended.prefix { $0.lastTurn <= last }.map(\.path), emptyLogAfter.map { $0 <= last } ?? false
      )
    }
    if empties, try database.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0 {
      throw .locked(path: database.path)
    }
    for path in paths { try DiskFile.remove(path) }
    if !paths.isEmpty { try DiskFile.syncFolder(folder) }
    return Housekeeping(logIsEmpty: empties, deleted: paths.count)
  }

  private func rest() {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.rest)
      while !isAsked, !isStopping, waitingBytes < Self.leisure, condition.wait(until: end) {}
    }
  }

  private func done(_ turns: [Turn], _ housekeeping: Housekeeping) {
    condition.withLock {
      waiting.removeFirst(turns.count)
      waitingBytes -= turns.reduce(0) { $0 + $1.changes.count }
      applied = turns.last?.number ?? applied
      // Others may have ended since: they are deleted next time.
      ended.removeFirst(housekeeping.deleted)
      problem = nil
      if housekeeping.logIsEmpty, let turn = emptyLogAfter, turn <= applied { emptyLogAfter = nil }
      condition.broadcast()
    }
  }

  private func failed(_ error: StoreError) {
    condition.withLock {
      problem = error
      isAsked = false
      condition.broadcast()
    }
  }
}
