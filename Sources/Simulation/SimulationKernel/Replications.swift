/// Runs of the same thing that differ in nothing but their number, spread over the cores.
public enum Replications {
  /// Runs `body` for 0, 1, 2 … on so many `workers` at once and hands over the outcomes in the order
  /// of their numbers, until `deliver` returns `false` or `count` are delivered.
  ///
  /// What is delivered does not depend on the number of workers: an outcome that came too early waits,
  /// and one that is no longer wanted is dropped. When the task is cancelled nothing more is started;
  /// what had come in order by then has been delivered.
  ///
  /// - Returns: How many were delivered.
  /// - Throws: What `body` threw for the smallest number, or `CancellationError`.
  @discardableResult
  public static func run<Outcome: Sendable>(
    _ count: Int, workers: Int, _ body: @escaping @Sendable (Int) throws -> Outcome,
    inOrder deliver: (Int, Outcome) throws -> Bool
  ) async throws -> Int {
    precondition(workers > 0, "\(workers) workers do no work")
    return try await withThrowingTaskGroup(of: (Int, Result<Outcome, any Error>).self) { group in
      var started = 0
      var delivered = 0
      // Outcomes that came before their turn; a worker is at most a few ahead of the slowest.
      var early: [Int: Result<Outcome, any Error>] = [:]
      func start() {
        guard started < count, started < delivered + 4 * workers else { return }
        let number = started
        started += 1
        group.addTask { (number, Result { try body(number) }) }
      }
      for _ in 0..<workers { start() }
      while delivered < count, let (number, outcome) = try await group.next() {
        early[number] = outcome
        while let next = early.removeValue(forKey: delivered) {
          let goesOn = try deliver(delivered, next.get())
          delivered += 1
          if !goesOn {
            group.cancelAll()
            return delivered
          }
        }
        try Task.checkCancellation()
        while started - delivered - early.count < workers, started < count,
          started < delivered + 4 * workers
        { start() }
      }
      return delivered
    }
  }
}
