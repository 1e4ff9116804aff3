import Foundation

/// Copies turns from the journal into the database, sealed as they are, on its own thread.
///
/// Waiting turns are durable in the journal, so they are batched. Transactions are small: a large
/// one delays the journal's syncs, and the answering thread on a shared processor. For the same
/// reason it pauses between small pieces of work. It deletes a segment of the journal once the
/// database has all of it, and makes keys when few are left.
final class JournalCheckpointer: @unchecked Sendable {
  /// The longest wait for a batch, in seconds, and the bytes that end the wait.
  static let batchWait = 0.5
  static let batch = 64 << 10
  /// The bytes of a transaction.
  static let transaction = 64 << 10
  /// The waiting bytes that block writers.
  static let mostWaiting = 64 << 20
  /// The pages of SQLite's log after which it checkpoints.
  static let logPages = 128

  /// The bytes of work between pauses, and the pause in seconds.
  static let piece = 16 << 10
  static let pauseLength = 0.001
  /// The waiting bytes above which it makes no pause.
  static let mostWithPauses = 16 << 20

  /// A segment that the journal no longer appends to.
  struct EndedSegment {
    let path: String
    let lastTurn: UInt64
    let next: UInt64
  }

  // The condition guards all state that both threads use.
  let condition = NSCondition()
  var waiting: [(number: UInt64, changes: [UInt8])] = []
  var waitingBytes = 0
  var applied: UInt64
  var ended: [EndedSegment] = []
  var problem: StoreError?
  /// Whether it stops after every turn is in the database, or at once.
  var isFinishing = false
  var isStopping = false
  var hasStopped = false

  // Only the thread uses the database once it runs, and closes it before `hasStopped`: otherwise
  // the next process would find the file in use.
  var database: Database?
  var writer: ChangeWriter?
  let keys: KeyFile
  let folder: String

  init(
    _ database: Database, _ writer: ChangeWriter, _ keys: KeyFile, journalIn folder: String,
    after turn: UInt64
  ) {
    self.database = database
    self.writer = writer
    self.keys = keys
    self.folder = folder
    applied = turn
  }

  func start() {
    LowPriorityThread.start("growthloop store") { [self] in work() }
  }

  /// Adds a durable turn; blocks while far too many wait.
  func take(_ number: UInt64, _ changes: [UInt8]) {
    condition.withLock {
      let hadEnough = waitingBytes >= Self.batch
      waiting.append((number, changes))
      waitingBytes += changes.count
      // Not for each turn: a wake-up costs as much as many turns.
      if waiting.count == 1 || waitingBytes >= Self.batch && !hadEnough { condition.broadcast() }
      while waitingBytes > Self.mostWaiting, problem == nil, !hasStopped { condition.wait() }
    }
  }

  /// Adds an ended segment, to be deleted later.
  func take(ended path: String, lastTurn: UInt64, next: UInt64) {
    condition.withLock {
      ended.append(EndedSegment(path: path, lastTurn: lastTurn, next: next))
      condition.broadcast()
    }
  }

  /// The lasting reason for which the database cannot be written; `nil` if there is none.
  var lastingProblem: StoreError? {
    condition.withLock { problem.flatMap { $0.mayPass ? nil : $0 } }
  }

  /// Stops the thread; waiting turns stay in the journal.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
    }
  }

  /// Applies all turns, removes the journal, and stops the thread.
  func finish() throws(StoreError) {
    let found = condition.withLock {
      isFinishing = true
      problem = nil
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
      return problem
    }
    if let found { throw found }
  }
}

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

/// Commits turns: to the journal at once, and through the checkpointer to the database.
///
/// One turn is in progress at a time, while the caller decides the next. A turn is durable after
/// `end`: the journal's thread reports it after a sync that began with all bytes of the turn
/// written, and no others. Each turn begins after the end of the one before, so a turn's
/// dependencies are on the disk before it is. If one fails, the caller reverts the next too, which
/// never began.
struct CommitPipeline: ~Copyable {
  private let lock: DiskFile
  private let thread: JournalThread
  /// The turn in progress.
  private var turn: SealedTurn?
  private let checkpointer: JournalCheckpointer
  private let segments: SegmentMaker

  /// Continues after the turns in a database.
  ///
  /// The database has every turn of the journal, which restarts with `segment`.
  init(
    _ database: Database, _ writer: ChangeWriter, journalIn folder: String, at segment: UInt64,
    _ keys: KeyFile, _ ledger: consuming DeletionLedger, holding lock: consuming DiskFile,
    sync: @escaping Journal.Sync
  ) throws(StoreError) {
    let first = try JournalSegment(segment, in: folder)
    try writer.apply([], needing: segment)
    for old in try JournalReader(in: folder).segments where old.number != segment {
      try DiskFile.remove(old.path)
    }
    let turn = writer.progress.turn
    checkpointer = JournalCheckpointer(database, writer, keys, journalIn: folder, after: turn)
    thread = JournalThread(Journal(in: first, after: turn, sync: sync), ledger, keys)
    segments = SegmentMaker(in: folder)
    self.lock = lock
    checkpointer.start()
    segments.start()
    thread.start()
  }

  deinit {
    thread.stop()
    segments.stop()
    checkpointer.stop()
  }

  /// The reason no turn can be committed; `nil` without one.
  var refusal: StoreError? { checkpointer.lastingProblem }

  /// The number of the next turn; requires that none is in progress.
  var nextTurn: UInt64 { thread.journal.lastTurn + 1 }

  /// Begins to commit a turn; another thread calls `ready` when `end` would not block.
  mutating func begin(_ turn: SealedTurn, ready: @escaping @Sendable () -> Void) {
    self.turn = turn
    thread.begin(turn, ready: ready)
  }

  /// The chain of deletions so far; requires that no turn is in progress.
  var deletions: DeletionLedger.Chain { thread.deletions }

  /// Returns when the turn in progress is durable, or throws.
  ///
  /// - Returns: The reason the deletions of the turn are not complete; the next turn tries again.
  mutating func end() throws(StoreError) -> StoreError? {
    guard let turn = turn.take() else { return nil }
    let durable = try thread.end()
    checkpointer.take(durable.number, turn.changes)
    // From here the journal belongs to this thread again. What is owed stands in its last segment.
    guard durable.problem == nil else { return durable.problem }
    if thread.journal.isHalfFull { segments.prepare(thread.journal.number + 1) }
    if thread.journal.isFull, let next = segments.segment(thread.journal.number + 1) {
      let last = thread.journal.lastTurn
      checkpointer.take(ended: thread.rotate(to: next), lastTurn: last, next: thread.journal.number)
    }
    return nil
  }

  /// Returns when the database has every turn, and removes the journal.
  consuming func close() throws(StoreError) {
    thread.stop()
    segments.stop()
    do throws(StoreError) {
      try thread.settle()
    } catch {
      // The next start needs the journal to complete a deletion.
      checkpointer.stop()
      throw error
    }
    try checkpointer.finish()
  }
}
