import GrowthModel
public import SimulationKernel

/// What-ifs beside a base, under common random numbers: every person has the same luck in all of them.
public struct Comparison: Sendable {
  public var base: Setup
  public var variants: [Setup]
  public var seed: UInt64
  public var replications: Int
  /// Whether the variants are run once more with luck of their own, to measure what sharing it saves.
  public var measuresPairing = false

  public init(_ base: Setup, _ variants: [Setup], seed: UInt64 = 1, replications: Int = 16) {
    precondition(!variants.isEmpty, "nothing to compare '\(base.name)' with")
    self.base = base
    self.variants = variants
    self.seed = seed
    self.replications = replications
  }

  /// The replications that it takes, over all plans.
  public var total: Int {
    replications * (1 + variants.count * (measuresPairing ? 2 : 1))
  }

  /// Runs all plans, replication by replication; the same whatever the number of workers.
  ///
  /// When the task is cancelled, the outcome holds the replications that all plans had finished.
  ///
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> ComparisonOutcome {
    let plans = ([base] + variants).map(\.plan)
    let again = measuresPairing ? Array(plans.dropFirst()) : []
    var batch = Batch(
      plans + again, seed: seed, replications: replications, workers: workers, meter: meter)
    for place in plans.count..<plans.count + again.count {
      // Behind all that share their luck.
      batch.first[place] = UInt32(replications)
    }
    var outcome = ComparisonOutcome(of: self)
    let isComplete = try await batch.run { row in
      outcome.record(row.map(\.replicate))
      return true
    }
    outcome.isPartial = !isComplete
    return outcome
  }
}
