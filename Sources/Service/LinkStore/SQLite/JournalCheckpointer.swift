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
