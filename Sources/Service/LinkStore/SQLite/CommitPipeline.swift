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
