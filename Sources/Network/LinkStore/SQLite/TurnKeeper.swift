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
  private var turn: (changes: [UInt8], sweeps: Bool)?
  private let applier: Applier
  private let segments: SegmentMaker
  /// Whether the journal goes on in another segment as soon as one has been begun.
  private var wantsSegment = false

  /// Goes on after a turn, up to which a database has everything.
  init(
    _ database: Database, journalIn folder: String, after turn: UInt64,
    holding lock: consuming DiskFile, sync: @escaping Journal.Sync
  ) throws(StoreError) {
    let first = try JournalSegment(turn + 1, in: folder)
    let applier = try Applier(database, journalIn: folder, after: turn)
    thread = JournalThread(Journal(in: first, after: turn, sync: sync))
    self.applier = applier
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

  /// Begins to make a turn durable; one that `sweeps` is to be gone from the files soon.
  ///
  /// `ready` is called, on another thread, when `end` would not wait.
  mutating func begin(
    _ changes: [UInt8], sweeps: Bool, ready: @escaping @Sendable () -> Void
  ) {
    turn = (changes, sweeps)
    thread.begin(changes, ready: ready)
  }

  /// Returns when the turn that was begun is durable.
  mutating func end() throws(StoreError) {
    guard let (changes, sweeps) = turn.take() else { return }
    let number = try thread.end()
    applier.take(number, changes)
    if sweeps { applier.tidy(after: number) }
    if sweeps || thread.journal.isFull { wantsSegment = true }
    let (next, room) = (thread.journal.nextSegment, thread.journal.roomOfNext)
    if thread.journal.isHalfFull { segments.prepare(next, room: Journal.segmentSize) }
    if wantsSegment, let segment = segments.segment(next, room: room) { rotate(to: segment) }
  }

  /// Returns once nothing of what earlier turns deleted is left in any file.
  mutating func scrub() throws(StoreError) {
    if !thread.journal.isEmpty {
      rotate(
        to: try segments.awaitSegment(
          thread.journal.nextSegment, room: thread.journal.roomOfNext))
    }
    try applier.settle()
  }

  private mutating func rotate(to next: consuming JournalSegment) {
    let last = thread.journal.lastTurn
    applier.take(ended: thread.journal.rotate(to: next), lastTurn: last)
    wantsSegment = false
  }
}
