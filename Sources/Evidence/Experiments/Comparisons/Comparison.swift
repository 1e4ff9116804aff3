import GrowthModel
public import SimulationKernel
import Statistics

/// What-ifs beside a base, under common random numbers: every person has the same luck in all of them.
public struct Comparison: Sendable {
  public var base: Setup
  public var variants: [Setup]
  public var seed: UInt64
  /// How many; with a stop, how many at most.
  public var replications: Int
  /// When the paired intervals of one metric are narrow enough, of all variants; a relative width is
  /// a share of the base's mean.
  public var stop: Study.Stop?
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
      return !isPrecise(outcome)
    }
    outcome.isPartial = !isComplete
    outcome.isPrecise = isComplete && isPrecise(outcome)
    return outcome
  }

  /// Whether the differences of every variant are known as well as was asked for.
  private func isPrecise(_ outcome: ComparisonOutcome) -> Bool {
    guard let stop, outcome.replications >= Study.Stop.minimum,
      let place = Metric.place(of: stop.metric)
    else { return false }
    return outcome.variants.allSatisfy { variant in
      let difference = variant.metrics[place]
      guard difference.paired.count == outcome.replications, let estimate = difference.estimate,
        let base = difference.paired.before.mean
      else { return false }
      return stop.target.isReached(by: estimate, of: base)
    }
  }
}
