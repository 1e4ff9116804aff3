import Dispatch
import Foundation
import Synchronization

/// Threads of this process that compute the replications they are given.
///
/// They are no tasks: under `mpirun` a process may have one core, and with it one thread for all
/// tasks, which waits for messages.
final class LocalReplications<Outcome: Sendable>: Sendable {
  /// What came of a number.
  struct Finished: Sendable {
    let number: Int
    let result: Result<Outcome, any Error>
    let time: Duration
  }

  private struct State {
    var waiting: [Int] = []
    var finished: [Finished] = []
    var isWanted = true
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)
  private let workers: Int
  private let compute: @Sendable (Int, () -> Bool) throws -> Outcome

  /// Starts the threads; `compute` ends early when its second argument returns `false`.
  init(workers: Int, _ compute: @escaping @Sendable (Int, () -> Bool) throws -> Outcome) {
    self.workers = workers
    self.compute = compute
    for _ in 0..<workers { Thread.detachNewThread { [self] in run() } }
  }

  /// Computes one more number, when all earlier ones have been begun.
  func add(_ number: Int) {
    state.withLock { $0.waiting.append(number) }
    work.signal()
  }

  /// Returns what is finished; waits for it at most so long.
  func finished(within time: Duration) -> [Finished] {
    _ = news.wait(timeout: .now() + .nanoseconds(Int(time / .nanoseconds(1))))
    return state.withLock { state in
      defer { state.finished = [] }
      return state.finished
    }
  }

  /// Ends the threads, with the replications that they are at.
  func stop() {
    state.withLock { $0.isWanted = false }
    for _ in 0..<workers { work.signal() }
  }

  private var isWanted: Bool { state.withLock(\.isWanted) }

  private func run() {
    while true {
      work.wait()
      guard let number = next() else { return }
      let start = ContinuousClock.now
      let result = Result { try compute(number) { isWanted } }
      let finished = Finished(
        number: number, result: result, time: ContinuousClock.now - start)
      state.withLock { $0.finished.append(finished) }
      news.signal()
    }
  }

  /// The next number; `nil` after the end.
  private func next() -> Int? {
    state.withLock { $0.isWanted && !$0.waiting.isEmpty ? $0.waiting.removeFirst() : nil }
  }
}
