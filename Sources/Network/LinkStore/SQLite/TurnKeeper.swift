/// Makes turns durable: in the journal at once, and by way of the applier in the database.
struct TurnKeeper: ~Copyable {
  private let lock: DiskFile
  private var journal: Journal
  private let applier: Applier
  private let segments: SegmentMaker
  /// Whether the journal goes on in another segment as soon as one has been begun.
  private var wantsSegment = false

  /// Goes on after a turn, up to which a database has everything.
  init(
    _ database: Database, journalIn folder: String, after turn: UInt64,
    holding lock: consuming DiskFile
  ) throws(StoreError) {
    let first = try JournalSegment(turn + 1, in: folder)
    let applier = try Applier(database, journalIn: folder, after: turn)
    journal = Journal(in: first, after: turn)
    self.applier = applier
    segments = SegmentMaker(in: folder)
    self.lock = lock
    applier.start()
    segments.start()
  }

  deinit {
    segments.stop()
    applier.stop()
  }

  /// Why nothing more can be kept; `nil` if it can, or may again.
  var refusal: StoreError? { applier.lastingProblem }

  /// Returns when a turn is durable; one that `sweeps` is to be gone from the files soon.
  mutating func keep(_ changes: [UInt8], sweeps: Bool) throws(StoreError) {
    let turn = try journal.append(changes)
    applier.take(turn, changes)
    if sweeps { applier.tidy(after: turn) }
    if sweeps || journal.isFull { wantsSegment = true }
    if journal.isHalfFull { segments.prepare(journal.nextSegment, room: Journal.segmentSize) }
    if wantsSegment,
      let next = segments.segment(journal.nextSegment, room: journal.roomOfNext)
    {
      rotate(to: next)
    }
  }

  /// Returns once nothing of what earlier turns deleted is left in any file.
  mutating func scrub() throws(StoreError) {
    if !journal.isEmpty {
      rotate(to: try segments.awaitSegment(journal.nextSegment, room: journal.roomOfNext))
    }
    try applier.settle()
  }

  private mutating func rotate(to next: consuming JournalSegment) {
    let last = journal.lastTurn
    applier.take(ended: journal.rotate(to: next), lastTurn: last)
    wantsSegment = false
  }
}
