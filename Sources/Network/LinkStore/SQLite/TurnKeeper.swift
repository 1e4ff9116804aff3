/// Makes turns durable: in the journal at once, and by way of the applier in the database.
struct TurnKeeper: ~Copyable {
  private let lock: DiskFile
  private var journal: Journal
  let applier: Applier
  /// Whether the journal goes on in another segment as soon as one has been begun.
  private var wantsSegment = false

  init(_ lock: consuming DiskFile, _ journal: consuming Journal, _ applier: Applier) {
    self.lock = lock
    self.journal = journal
    self.applier = applier
  }

  /// Returns when a turn is durable; one that `sweeps` is to be gone from the files soon.
  mutating func keep(_ changes: [UInt8], sweeps: Bool) throws(StoreError) {
    let turn = try journal.append(changes)
    applier.take(turn, changes)
    if sweeps { applier.tidy(after: turn) }
    if sweeps || journal.isFull { wantsSegment = true }
    if wantsSegment,
      let next = applier.segment(journal.nextSegment, room: journal.roomOfNext)
    {
      rotate(to: next)
    }
  }

  /// Returns once nothing of what earlier turns deleted is left in any file.
  mutating func scrub() throws(StoreError) {
    if !journal.isEmpty {
      rotate(to: try applier.awaitSegment(journal.nextSegment, room: journal.roomOfNext))
    }
    try applier.settle()
  }

  private mutating func rotate(to next: consuming JournalSegment) {
    let last = journal.lastTurn
    applier.take(ended: journal.rotate(to: next), lastTurn: last)
    wantsSegment = false
  }
}
