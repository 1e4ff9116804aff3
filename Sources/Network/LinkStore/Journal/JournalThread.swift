import Foundation
import LinuxIO

/// Appends one turn at a time to the journal, on a thread of its own, while whoever gave it goes on.
///
/// Between `begin` and `end` the journal is the thread's, else the caller's.
final class JournalThread: @unchecked Sendable {
  private(set) var journal: Journal
  // All that both threads touch is guarded by the condition.
  private let condition = NSCondition()
  private var given: (changes: [UInt8], ready: @Sendable () -> Void)?
  private var outcome: Result<UInt64, StoreError>?
  private var isStopping = false
  private var hasStopped = false

  /// For how long it works at a stretch where others have work too: a sync is short steps of work with
  /// waits between them, and each should follow at once.
  private static let slice: UInt = 100_000

  init(_ journal: consuming Journal) { self.journal = journal }

  func start() {
    let thread = Thread { [self] in
      ThisThread.preferShortTurns(nanoseconds: Self.slice)
      work()
    }
    thread.name = "growthloop commit"
    thread.start()
  }

  /// Begins to append a turn; `ready` is called, on the thread, when `end` would not wait.
  func begin(_ changes: [UInt8], ready: @escaping @Sendable () -> Void) {
    condition.withLock { given = (changes, ready) }
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
    while let (changes, ready) = next() {
      let outcome: Result<UInt64, StoreError>
      do throws(StoreError) {
        outcome = .success(try journal.append(changes))
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

  private func next() -> (changes: [UInt8], ready: @Sendable () -> Void)? {
    condition.withLock {
      while !isStopping, given == nil { condition.wait() }
      return given.take()
    }
  }
}
