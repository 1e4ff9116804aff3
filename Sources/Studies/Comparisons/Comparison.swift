import GrowthloopModel
public import SimulationKernel
import Statistics

/// What-ifs beside a base under common random numbers: each person's numbers are the same in all.
public struct Comparison: Sendable {
  public var base: Setup
  public var variants: [Setup]
  public var seed: UInt64
  /// The number of replications; with a stop, the greatest number.
  public var replications: Int
  /// The stopping rule: the paired intervals of one metric are narrow enough, of all variants.
  ///
  /// A relative width is a proportion of the base's mean.
  public var stop: Study.Stop?
  /// Replications that parts of the run have computed, of the base and the variants in that order.
  public var recorded = RecordedReplications()
  /// The ranks that compute the replications, in place of workers.
  package var ranks: RankGroup?
  /// Whether the variants run once more with independent random numbers, to measure the saving.
  public var measuresPairing = false
  /// Whether the draws of a posterior run once more with other random numbers, to tell inputs and
  /// chance apart.
  public var measuresInputs = false
  /// The place in `Metric.all` of a metric whose values are stored, replication by replication.
  public var stored: Int?

  public init(_ base: Setup, _ variants: [Setup], seed: UInt64 = 1, replications: Int = 16) {
    precondition(!variants.isEmpty, "nothing to compare '\(base.name)' with")
    self.base = base
    self.variants = variants
    self.seed = seed
    self.replications = replications
  }

  /// The number of replications over all plans.
  public var total: Int {
    replications
      * (1 + variants.count * (measuresPairing ? 2 : 1)
        + (measuresInputs ? 1 + variants.count : 0))
  }

  /// Runs all plans, replication by replication; the result does not depend on the number of
  /// workers.
  ///
  /// When the task is cancelled, the outcome contains the replications that all plans had finished.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> ComparisonOutcome {
    let setups = [base] + variants
    let plans = setups.map(\.plan)
    let again = measuresPairing ? Array(setups.dropFirst()) : []
    var batch = Batch(
      plans + again.map(\.plan), seed: seed, replications: replications, workers: workers,
      meter: meter)
    for place in plans.count..<plans.count + again.count {
      // Behind all plans with common random numbers.
      batch.first[place] = UInt32(replications)
    }
    batch.draws = (setups + again).map(\.draws)
    batch.recorded = recorded
    batch.ranks = ranks
    var outcome = ComparisonOutcome(of: self)
    let isComplete = try await batch.run { row in
      outcome.record(row.map(\.replicate))
      return !isPrecise(outcome)
    }
    if isComplete, measuresInputs {
      var twins = Batch(
        plans, seed: seed, replications: outcome.replications, workers: workers, meter: meter)
      twins.first = plans.map { _ in UInt32(2 * replications) }
      twins.draws = setups.map(\.draws)
      _ = try await twins.run { row in
        outcome.recordTwins(row.map(\.replicate))
        return true
      }
    }
    outcome.isPartial = !isComplete
    outcome.isPrecise = isComplete && isPrecise(outcome)
    return outcome
  }

  /// Returns whether the differences of every variant have the required precision.
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
