import Foundation

/// Moves turns from the journal into the database, on a thread of its own, as they are: it has no keys.
///
/// What waits is safe in the journal already, and may wait for a little company. It goes in by small
/// transactions: what a large one writes at its end holds up the syncs of the journal, and the thread
/// of who answers where both share a processor. It rests between small pieces of work for the same
/// reason. A segment of the journal is deleted once the database has all of it. Beside that it makes
/// keys, when few are left.
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

  /// A segment that the journal has left.
  struct EndedSegment {
    let path: String
    let lastTurn: UInt64
    let next: UInt64
  }

  // All that both threads touch is guarded by the condition.
  let condition = NSCondition()
  var waiting: [(number: UInt64, changes: [UInt8])] = []
  var waitingBytes = 0
  var applied: UInt64
  var ended: [EndedSegment] = []
  var problem: StoreError?
  /// Whether it ends with everything in the database, or at once.
  var isFinishing = false
  var isStopping = false
  var hasStopped = false

  // Only the thread touches the database once it runs, and closes it before it says that it stopped:
  // else the next to open the file would find it in use.
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
  func take(ended path: String, lastTurn: UInt64, next: UInt64) {
    condition.withLock {
      ended.append(EndedSegment(path: path, lastTurn: lastTurn, next: next))
      condition.broadcast()
    }
  }

  /// Why the database takes nothing more; `nil` if it does, or may again.
  var lastingProblem: StoreError? {
    condition.withLock { problem.flatMap { $0.mayPass ? nil : $0 } }
  }

  /// Ends the thread; what still waits stays in the journal.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
    }
  }

  /// Brings everything into the database, removes the journal, and ends the thread.
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
