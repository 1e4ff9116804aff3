/// Makes turns durable: in the journal at once, and by way of the applier in the database.
///
/// One turn is under way at a time, and the next is decided meanwhile. Why what is told after `end`
/// is durable: the journal's thread reports a turn when its sync has returned, and it had all bytes
/// of the turn, and no others, before that sync began. Turns are numbered, and begun in order, each
/// after the end of the one before: so what a turn builds on is on the disk before the turn is. Where
/// one fails, whoever decided the next takes that back too, and nothing of it is ever begun.
struct TurnKeeper: ~Copyable {
  private let lock: DiskFile
  private let thread: JournalThread
  /// What is on its way into the journal.
  private var turn: SealedTurn?
  private let applier: Applier
  private let segments: SegmentMaker

  /// Goes on after the turns that a database has.
  ///
  /// `writer` writes to it. What the journal had is in the database: from `segment` on it begins anew.
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
    applier = Applier(database, writer, keys, journalIn: folder, after: turn)
    thread = JournalThread(Journal(in: first, after: turn, sync: sync), ledger, keys)
    segments = SegmentMaker(in: folder)
    self.lock = lock
    applier.start()
    segments.start()
    thread.start()
  }

  deinit {
    thread.stop()
    segments.stop()
    applier.stop()
  }

  /// Why nothing more can be kept; `nil` if it can, or may again.
  var refusal: StoreError? { applier.lastingProblem }

  /// The number of the next turn; none may be under way.
  var nextTurn: UInt64 { thread.journal.lastTurn + 1 }

  /// Begins to make a turn durable; `ready` is called, on another thread, when `end` would not wait.
  mutating func begin(_ turn: SealedTurn, ready: @escaping @Sendable () -> Void) {
    self.turn = turn
    thread.begin(turn, ready: ready)
  }

  /// Returns when the turn that was begun is durable.
  mutating func end() throws(StoreError) {
    guard let turn = turn.take() else { return }
    applier.take(try thread.end(), turn.changes)
    // The journal is ours again.
    if thread.journal.isHalfFull { segments.prepare(thread.journal.number + 1) }
    if thread.journal.isFull, let next = segments.segment(thread.journal.number + 1) {
      let last = thread.journal.lastTurn
      applier.take(ended: thread.rotate(to: next), lastTurn: last, next: thread.journal.number)
    }
  }

  /// Returns when the database has every turn, and the journal is gone.
  consuming func close() throws(StoreError) {
    thread.stop()
    segments.stop()
    try applier.finish()
  }
}
