import GrowthloopModel
import SimulationKernel

/// Rollouts of one plan that are simulated member by member, with the defect and without.
///
/// The check of what is drawn between two worlds. Stages are not held here: a ramp that waits for its
/// data would have to be simulated anew for each wait.
public struct RampedRollouts: Sendable {
  /// The fewest that say something: at half detected their interval reaches 10 points either way.
  public static let fewest = 100

  /// The rollouts with the defect and without.
  public let with: RolloutTally
  public let without: RolloutTally
  /// The same drawn between two worlds.
  public let drawn: (with: RolloutTally, without: RolloutTally)
  /// The metrics of the guardrails that watched.
  public let watched: [String]

  /// Simulates so many rollouts of the plan as written; `nil` where no guardrail's metric is counted
  /// by arm.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  static func simulate(
    _ comparison: RolloutComparison, without: GrowthPlan, with: GrowthPlan, starts: Int,
    ramps: Int, on workers: Workers, meter: ProgressMeter?
  ) async throws -> RampedRollouts? {
    guard var plan = comparison.candidates.first?.plan else { return nil }
    let metrics = plan.guardrails.map(\.metric)
    let watched = metrics.indices.filter { RampedDays.counts(metrics[$0]) }
    guard !watched.isEmpty else { return nil }
    plan.onUndecided = .advance
    let (ramp, seed) = (plan.ramp, comparison.seed)
    let days = try await workers.map(2 * ramps) { number in
      try RampedDays(
        metrics, of: ramp, from: without, to: number.isMultiple(of: 2) ? without : with,
        starts: starts, seed: seed, number: UInt32(number / 2), meter: meter)
    }
    var walker = comparison.walker(of: plan)
    return RampedRollouts(
      with: walker.tally(ramps, watching: watched) { days[2 * $0 + 1] },
      without: walker.tally(ramps, watching: watched) { days[2 * $0] },
      drawn: try comparison.tallies(of: plan, watching: watched),
      watched: watched.map { metrics[$0] })
  }
}
