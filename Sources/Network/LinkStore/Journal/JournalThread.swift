import Foundation
import LinuxIO

/// Makes one turn at a time durable, on a thread of its own, while whoever gave it goes on.
///
/// The turn is in the journal first; then whoever it deletes stands in the ledger, and then their keys
/// are destroyed. What a crash leaves undone is done at the next start. Between `begin` and `end` journal
/// and ledger are the thread's, else the caller's.
final class JournalThread: @unchecked Sendable {
  private(set) var journal: Journal
  private var ledger: DeletionLedger
  private let keys: KeyFile
  // All that both threads touch is guarded by the condition.
  private let condition = NSCondition()
  private var given: (turn: SealedTurn, ready: @Sendable () -> Void)?
  private var outcome: Result<UInt64, StoreError>?
  private var isStopping = false
  private var hasStopped = false

  /// For how long it works at a stretch where others have work too: a sync is short steps of work with
  /// waits between them, and each should follow at once.
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

  /// Begins to make a turn durable; `ready` is called, on the thread, when `end` would not wait.
  func begin(_ turn: SealedTurn, ready: @escaping @Sendable () -> Void) {
    condition.withLock { given = (turn, ready) }
    // Who is woken finds the lock free.
    condition.signal()
  }

  /// Returns the number of the turn when it is durable.
  func end() throws(StoreError) -> UInt64 {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome = outcome.take() { return try outcome.get() }
      condition.wait()
    }
  }

  /// Goes on in another segment, while the journal is the caller's; returns the path of the one that ended.
  func rotate(to next: consuming JournalSegment) -> String { journal.rotate(to: next) }

  /// Ends the thread, and returns when it has ended.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.signal()
      while !hasStopped { condition.wait() }
    }
  }

  private func work() {
    while let (turn, ready) = next() {
      let outcome: Result<UInt64, StoreError>
      do throws(StoreError) {
        let number = try journal.append(turn.changes)
        try forget(turn)
        outcome = .success(number)
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

  /// Destroys what a durable turn deletes.
  ///
  /// If that cannot be done, no other turn may follow: the next start finishes it.
  private func forget(_ turn: SealedTurn) throws(StoreError) {
    do throws(StoreError) {
      try ledger.append(turn.deletions)
      try keys.destroy(turn.leaving)
    } catch {
      journal.end(because: error)
      throw error
    }
  }

  private func next() -> (turn: SealedTurn, ready: @Sendable () -> Void)? {
    condition.withLock {
      while !isStopping, given == nil { condition.wait() }
      return given.take()
    }
  }
}
