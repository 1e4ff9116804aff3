import Foundation

/// Moves turns from the journal into the database, on a thread of its own.
///
/// What waits is safe in the journal already, and may wait for a little company. It goes in by small
/// transactions: what a large one writes at its end holds up the syncs of the journal, and the thread
/// of who answers where both share a processor. It rests between small pieces of work for the same
/// reason. A segment of the journal is deleted once the database has all of it.
final class Applier: @unchecked Sendable {
  /// How long a turn waits for others.
  static let patience = 0.5
  /// How many bytes wait no longer, how many go in at a time, and how many keep writers waiting.
  static let batch = 64 << 10
  static let transaction = 64 << 10
  static let most = 64 << 20
  /// After how many pages of its log the database takes them over.
  static let logPages = 128

  /// After how many bytes it rests, for how long, and how many may wait before it rests no more.
  static let piece = 16 << 10
  static let rest = 0.001
  static let leisure = 16 << 20

  // All that both threads touch is guarded by the condition.
  let condition = NSCondition()
  var waiting: [(number: UInt64, changes: [UInt8])] = []
  var waitingBytes = 0
  var applied: UInt64
  var ended: [(path: String, lastTurn: UInt64)] = []
  var problem: StoreError?
  /// Why the database's own log cannot be emptied, while turns go on: somebody still reads from it.
  var heldLog: StoreError?
  /// Whether somebody waits for a scrub.
  var isAsked = false
  var news: (@Sendable () -> Void)?
  /// The turn of which the database's own log shall hold nothing, and the last of which it holds none.
  var emptyLogAfter: UInt64?
  var logIsEmptyUpTo: UInt64 = 0
  var isStopping = false
  var hasStopped = false

  // Only the thread touches the database once it runs, and closes it before it says that it stopped:
  // else the next to open the file would find it in use.
  var database: Database?
  var writer: ChangeWriter?
  var cleaner: PageCleaner?
  let folder: String

  init(
    _ database: Database, journalIn folder: String, after turn: UInt64
  ) throws(StoreError) {
    self.database = database
    self.folder = folder
    applied = turn
    writer = try ChangeWriter(database)
    cleaner = try PageCleaner(database)
  }

  func start() {
    QuietThread.start("growthloop store") { [self] in work() }
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

  /// Has all turns up to this one brought into the database soon, and deleted from every log; the
  /// segments that they stand in have ended.
  func scrub(upTo turn: UInt64) {
    condition.withLock {
      problem = nil
      heldLog = nil
      isAsked = true
      emptyLogAfter = turn
      condition.broadcast()
    }
  }

  /// Whether no log has anything of the turns up to this one.
  func hasScrubbed(upTo turn: UInt64) throws(StoreError) -> Bool {
    let (found, isDone): (StoreError?, Bool) = condition.withLock {
      let holdsTurn = ended.first.map { $0.lastTurn <= turn } ?? false
      return (problem ?? heldLog, logIsEmptyUpTo >= turn && !holdsTurn)
    }
    if let found { throw found }
    return isDone
  }

  /// Has `news` called, on the thread, whenever it has done something or failed.
  func watch(_ news: (@Sendable () -> Void)?) {
    condition.withLock {
      self.news = news
      if news == nil { isAsked = false }
    }
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
