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
  private var scrub = Scrub.none

  /// How far what was deleted is gone from the files.
  private enum Scrub {
    case none
    /// The journal must go on in another segment first.
    case begun
    /// The applier has what must go: every segment up to the one that ends with this turn.
    case upTo(turn: UInt64)
  }

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
    // The journal is ours again, and somebody may wait for it to go on elsewhere.
    defer { moveOn() }
    let number = try thread.end()
    applier.take(number, changes)
    if sweeps { applier.tidy(after: number) }
    if sweeps || thread.journal.isFull { wantsSegment = true }
    if thread.journal.isHalfFull {
      segments.prepare(thread.journal.nextSegment, room: Journal.segmentSize)
    }
  }

  /// Lets the journal go on in another segment, where that is wanted and one has been begun.
  private mutating func moveOn() {
    if wantsSegment,
      let next = segments.segment(thread.journal.nextSegment, room: thread.journal.roomOfNext)
    {
      let last = thread.journal.lastTurn
      applier.take(ended: thread.rotate(to: next), lastTurn: last)
      wantsSegment = false
    }
    if case .begun = scrub, thread.journal.isEmpty {
      scrub = .upTo(turn: thread.journal.lastTurn)
      applier.scrub(upTo: thread.journal.lastTurn)
    }
  }
}

extension TurnKeeper {
  /// Begins to remove from every file what durable turns have deleted.
  mutating func beginScrub(_ news: @escaping @Sendable () -> Void) {
    scrub = .begun
    applier.watch(news)
    segments.watch(news)
    // The journal is not ours while a turn is under way; whoever ends that goes on here.
    wantsSegment = wantsSegment || turn != nil || !thread.journal.isEmpty
    if turn == nil { moveOn() }
  }

  /// Whether nothing of that is left in any file; what throws has ended.
  mutating func endScrub() throws(StoreError) -> Bool {
    do throws(StoreError) {
      if case .begun = scrub {
        try segments.check()
        if turn == nil { moveOn() }
      }
      switch scrub {
      case .none: return true
      case .begun: return false
      case .upTo(let turn): guard try applier.hasScrubbed(upTo: turn) else { return false }
      }
    } catch {
      forgetScrub()
      throw error
    }
    forgetScrub()
    return true
  }

  private mutating func forgetScrub() {
    scrub = .none
    applier.watch(nil)
    segments.watch(nil)
  }
}
