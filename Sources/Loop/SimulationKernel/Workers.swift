/// A number of workers that run replications in parallel; the results do not depend on it.
public struct Workers: Hashable, Sendable {
  /// The number of replications that run at the same time, at least 1.
  public let count: Int

  /// Creates `count` workers, at least one.
  public init(_ count: Int) {
    precondition(count > 0, "\(count) workers do no work")
    self.count = count
  }

  /// Runs `body` for 0, 1, 2 … and delivers the outcomes in the order of their numbers, until
  /// `deliver` returns `false` or `total` are delivered.
  ///
  /// The delivered outcomes do not depend on the number of workers: an early outcome waits, and one
  /// after the end is dropped. After a cancellation of the task no new outcome is started; those
  /// that were complete in order have been delivered.
  ///
  /// - Returns: The number of delivered outcomes.
  /// - Throws: The error of `body` for the smallest number, or `CancellationError`.
  @discardableResult
  public func replicate<Outcome: Sendable>(
    _ total: Int, _ body: @escaping @Sendable (Int) throws -> Outcome,
    inOrder deliver: (Int, Outcome) throws -> Bool
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: (Int, Result<Outcome, any Error>).self) { group in
      var started = 0
      var delivered = 0
      // Early outcomes; a worker is at most a few ahead of the slowest.
      var early: [Int: Result<Outcome, any Error>] = [:]
      func start() {
        guard started < total, started < delivered + 4 * count else { return }
        let number = started
        started += 1
        group.addTask { (number, Result { try body(number) }) }
      }
      for _ in 0..<count { start() }
      while delivered < total, let (number, outcome) = try await group.next() {
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
        while started - delivered - early.count < count, started < total,
          started < delivered + 4 * count
        { start() }
      }
      return delivered
    }
  }

  /// Runs `body` for 0, 1, 2 … up to `total` and returns the outcomes in that order.
  public func map<Outcome: Sendable>(
    _ total: Int, _ body: @escaping @Sendable (Int) throws -> Outcome
  ) async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(total)
    try await replicate(total, body) { _, outcome in
      outcomes.append(outcome)
      return true
    }
    return outcomes
  }
}
