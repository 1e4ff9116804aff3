import SimulationKernel
import Testing

@Suite("Kernel · replications on any number of cores")
struct WorkersTests {
  /// The digest of one run of its own seed, long enough for workers to overtake each other.
  @Sendable
  static func digest(_ number: Int) throws -> UInt64 {
    var simulation = Simulation(holding: 50 + UInt32(number % 7) * 100, seed: UInt64(number))
    try simulation.run(until: 3_000)
    return simulation.log.hash
  }

  static func digests(workers: Int, upTo count: Int = 24) async throws -> [UInt64] {
    var outcomes: [UInt64] = []
    try await Workers(workers).replicate(count, digest) { number, outcome in
      #expect(number == outcomes.count)
      outcomes.append(outcome)
      return true
    }
    return outcomes
  }

  @Test func `the logs are the same with one worker, two and five, and every time`() async throws {
    let alone = try await Self.digests(workers: 1)
    #expect(Set(alone).count == 24)
    for workers in [1, 2, 5] {
      #expect(try await Self.digests(workers: workers) == alone)
    }
  }

  @Test(arguments: [1, 2, 4])
  func `a stop comes after the same outcome whatever the number of workers`(workers: Int)
    async throws
  {
    var seen: [Int] = []
    let delivered = try await Workers(workers).replicate(1_000, { $0 * $0 }) {
      seen.append($1)
      return $0 < 9
    }
    #expect(delivered == 10)
    #expect(seen == (0..<10).map { $0 * $0 })
  }

  @Test func `the failure of the smallest number is the one that is told`() async {
    struct Failure: Error, Equatable { let number: Int }
    var seen = 0
    await #expect(throws: Failure(number: 3)) {
      try await Workers(3).replicate(
        20,
        { number -> Int in if number >= 3 { throw Failure(number: number) } else { return number } }
      ) { _, _ in
        seen += 1
        return true
      }
    }
    #expect(seen == 3)
  }

  @Test func `a cancelled task keeps what was delivered and starts nothing more`() async throws {
    let task = Task {
      var delivered = 0
      do {
        try await Workers(2).replicate(1_000_000, { $0 }) { number, _ in
          delivered += 1
          if number == 5 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
          return true
        }
      } catch is CancellationError {}
      return delivered
    }
    let delivered = try await task.value
    #expect(delivered >= 6 && delivered < 30)
  }
}
