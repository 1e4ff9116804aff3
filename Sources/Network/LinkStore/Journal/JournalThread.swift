import Foundation
import LinuxIO

/// Commits one turn at a time on its own thread, while the caller decides the next.
///
/// The order is journal, ledger of deletions, destruction of keys; the next start completes what a
/// crash left undone. Between `begin` and `end` journal and ledger belong to the thread, else to
/// the caller.
final class JournalThread: @unchecked Sendable {
  private(set) var journal: Journal
  private var ledger: DeletionLedger
  private let keys: KeyFile
  // The condition guards all state that both threads use.
  private let condition = NSCondition()
  private var given: (turn: SealedTurn, ready: @Sendable () -> Void)?
  private var outcome: Result<UInt64, StoreError>?
  private var isStopping = false
  private var hasStopped = false

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

  /// Returns the number of the turn when it is durable, or throws.
  func end() throws(StoreError) -> UInt64 {
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

  /// Records the deletions of a durable turn, and destroys their keys.
  ///
  /// If that fails, no other turn may follow: the next start completes it.
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
