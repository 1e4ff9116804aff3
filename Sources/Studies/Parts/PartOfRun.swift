import GrowthloopFindings
public import SimulationKernel

/// Some of a run's replications, computed apart from the others: for other machines to do the rest.
public struct PartOfRun: Sendable {
  /// The plans in their order: of a comparison the base first.
  public let setups: [Setup]
  public let seed: UInt64
  /// The replications, counted from 0.
  public let numbers: Range<UInt32>
  /// The persons whose screens of invites are kept.
  public let persons: [Int]
  /// The ranks that compute them, in place of workers.
  package var ranks: RankGroup?

  public init(_ setups: [Setup], seed: UInt64, numbers: Range<UInt32>, persons: [Int] = []) {
    precondition(!numbers.isEmpty, "a part has a replication")
    self.setups = setups
    self.seed = seed
    self.numbers = numbers
    self.persons = persons
  }

  /// The number of replications over all plans.
  public var total: Int { setups.count * numbers.count }

  /// Computes them; returns how many all plans have finished, and a line for each of their results.
  ///
  /// They are fewer than all only when the task is cancelled.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> (finished: Int, lines: String) {
    var batch = Batch(
      setups.sharingPastOfFirst.map(\.plan), seed: seed, replications: numbers.count,
      workers: workers, meter: meter)
    for place in setups.indices { batch.first[place] = numbers.lowerBound }
    batch.persons = persons
    batch.ranks = ranks
    var finished = 0
    var lines = ""
    _ = try await batch.run { row in
      for (plan, outcome) in row.enumerated() {
        lines += try RecordedReplicate(outcome, ofPlan: plan).jsonLine()
      }
      finished += 1
      return true
    }
    return (finished, lines)
  }
}
