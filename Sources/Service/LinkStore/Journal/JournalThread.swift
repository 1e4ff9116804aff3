import Foundation
import GrowthloopTransport

/// Commits one turn at a time on its own thread, while the caller decides the next.
///
/// The order is journal, ledger of deletions, destruction of keys. If one of the last two fails, the
/// turn stays, its answers wait for nothing more, and no turn follows before both are done; after a
/// crash the next start does them. Between `begin` and `end` journal and ledger belong to the
/// thread, else to the caller.
final class JournalThread: @unchecked Sendable {
  private(set) var journal: Journal
  private var ledger: DeletionLedger
  private let keys: KeyFile
  /// What the last durable turn still has to do.
  private var owed = (deletions: [DeletionLedger.Entry](), leaving: [UInt32]())
  // The condition guards all state that both threads use.
  private let condition = NSCondition()
  private var given: (turn: SealedTurn, ready: @Sendable () -> Void)?
  private var outcome: Result<DurableTurn, StoreError>?
  private var isStopping = false
  private var hasStopped = false

  /// A turn in the journal.
  struct DurableTurn {
    let number: UInt64
    /// The reason its deletions are not complete; `nil` if they are.
    let problem: StoreError?
  }

  /// The scheduler slice that it requests: a sync is short steps of work with waits between them,
  /// and each should follow at once.
  private static let slice: UInt = 100_000

  init(
    _ journal: consuming Journal, _ ledger: consuming DeletionLedger, _ keys: KeyFile
  ) {
    self.journal = journal
    self.ledger = ledger
    self.keys = keys
  }

  func start() {
    let thread = Thread { [self] in
      ThisThread.preferShortTurns(nanoseconds: Self.slice)
      work()
    }
    thread.name = "growthloop commit"
    thread.start()
  }

  /// Begins to commit a turn; the thread calls `ready` when `end` would not block.
  func begin(_ turn: SealedTurn, ready: @escaping @Sendable () -> Void) {
    condition.withLock { given = (turn, ready) }
    // After the unlock, so that the woken thread finds the lock free.
    condition.signal()
  }

  /// The chain of deletions so far, while the ledger is the caller's.
  var deletions: DeletionLedger.Chain { ledger.chain }

  /// Returns the turn when it is durable, or throws.
  func end() throws(StoreError) -> DurableTurn {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome = outcome.take() { return try outcome.get() }
      condition.wait()
    }
  }

  /// Continues in another segment, while the journal is the caller's; returns the path of the one
  /// that ended.
  func rotate(to next: consuming JournalSegment) -> String { journal.rotate(to: next) }

  /// Stops the thread, and returns when it has ended.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.signal()
      while !hasStopped { condition.wait() }
    }
  }

  private func work() {
    while let (turn, ready) = next() {
      let outcome: Result<DurableTurn, StoreError>
      do throws(StoreError) {
        try settle()
        let number = try journal.append(turn.changes, withDeletion: !turn.deletions.isEmpty)
        owed = (turn.deletions, turn.leaving)
        var problem: StoreError?
        do throws(StoreError) { try settle() } catch { problem = error }
        outcome = .success(DurableTurn(number: number, problem: problem))
      } catch {
        outcome = .failure(error)
      }
      condition.withLock { self.outcome = outcome }
      condition.signal()
      ready()
    }
    condition.withLock {
      hasStopped = true
      condition.signal()
    }
  }

  /// Records the deletions of the last durable turn, and destroys their keys.
  func settle() throws(StoreError) {
    try ledger.append(owed.deletions)
    owed.deletions = []
    try keys.destroy(owed.leaving)
    owed.leaving = []
  }

  private func next() -> (turn: SealedTurn, ready: @Sendable () -> Void)? {
    condition.withLock {
      while !isStopping, given == nil { condition.wait() }
      return given.take()
    }
  }
}

/// A thread for work with low priority.
enum LowPriorityThread {
  /// The niceness: lower than other threads' priority on a shared processor.
  ///
  /// Any user may request it.
  private static let niceness: Int32 = 10

  /// Starts the work at once.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // A thread that answers then preempts this one at once, not at the end of its time slice.
      // Without the priority the work continues, only later.
      #if canImport(Glibc)
        _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
      #else
        _ = setpriority(PRIO_DARWIN_THREAD, 0, PRIO_DARWIN_BG)
      #endif
      body()
    }
    thread.name = name
    thread.start()
  }
}
