public import GrowthModel
public import Rollouts
public import SimulationKernel
public import Statistics

/// Rollouts of one plan that are simulated member by member, with the defect and without.
///
/// The check of what is drawn between two worlds. Stages are not held here: a ramp that waits for its
/// data would have to be simulated anew for each wait.
public struct RampedRollouts: Sendable {
  /// The rollouts with the defect in which a guardrail found it before the last stage.
  public let detected: Proportion
  /// The rollouts without one in which a guardrail found harm.
  public let falseAlarms: Proportion
  public let medianDay: Int?

  /// Simulates so many rollouts of a plan; `nil` where no guardrail's metric is counted by arm.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  public static func simulate(
    _ plan: RolloutPlan, volumes: [Double], without: GrowthPlan, with: GrowthPlan, starts: Int,
    seed: UInt64, ramps: Int, on workers: Workers, meter: ProgressMeter?
  ) async throws -> RampedRollouts? {
    let metrics = plan.guardrails.map(\.metric)
    let watched = metrics.indices.filter { RampedDays.counts(metrics[$0]) }
    guard !watched.isEmpty else { return nil }
    var advancing = plan
    advancing.onUndecided = .advance
    let days = try await workers.map(2 * ramps) { number in
      try RampedDays(
        metrics, of: plan.ramp, from: without, to: number.isMultiple(of: 2) ? without : with,
        starts: starts, seed: seed, number: UInt32(number / 2), meter: meter)
    }
    var walker = RolloutWalker(advancing, volumes: volumes)
    let good = walker.tally(ramps, watching: watched) { days[2 * $0] }
    let bad = walker.tally(ramps, watching: watched) { days[2 * $0 + 1] }
    return RampedRollouts(
      detected: bad.detectedInTime, falseAlarms: good.detected, medianDay: bad.medianDay)
  }
}
