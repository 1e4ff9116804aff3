/// So many hands that run replications: the same thing, differing in nothing but its number.
public struct Workers: Hashable, Sendable {
  public let count: Int

  public init(_ count: Int) {
    precondition(count > 0, "\(count) workers do no work")
    self.count = count
  }

  /// Runs `body` for 0, 1, 2 … and hands over the outcomes in the order of their numbers, until `deliver`
  /// returns `false` or `total` are delivered.
  ///
  /// What is delivered does not depend on the number of workers: an outcome that came too early waits,
  /// and one that is no longer wanted is dropped. When the task is cancelled nothing more is started;
  /// what had come in order by then has been delivered.
  ///
  /// - Returns: How many were delivered.
  /// - Throws: What `body` threw for the smallest number, or `CancellationError`.
  @discardableResult
  public func replicate<Outcome: Sendable>(
    _ total: Int, _ body: @escaping @Sendable (Int) throws -> Outcome,
    inOrder deliver: (Int, Outcome) throws -> Bool
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: (Int, Result<Outcome, any Error>).self) { group in
      var started = 0
      var delivered = 0
      // Outcomes that came before their turn; a worker is at most a few ahead of the slowest.
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
