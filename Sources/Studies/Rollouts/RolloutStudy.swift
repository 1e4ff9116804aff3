public import GrowthloopModel
import RandomStreams
public import GrowthloopPlans
public import SimulationKernel

/// A rollout of a scenario, from its two worlds to every plan's outcome.
public struct RolloutStudy: Sendable {
  let scenario: GrowthScenario
  let section: RolloutSection
  let defective: GrowthPlan
  public let seed: UInt64
  public let replications: Int
  let ramps: Int

  /// Creates the study of a scenario's rollout, whose defect makes of its plan `defective`.
  ///
  /// `ramps` are the rollouts of each plan; without a number those of the section.
  public init(
    _ section: RolloutSection, of scenario: GrowthScenario, defective: GrowthPlan, seed: UInt64,
    replications: Int, ramps: Int? = nil
  ) {
    self.section = section
    self.scenario = scenario
    self.defective = defective
    self.seed = seed
    self.replications = replications
    self.ramps = ramps ?? section.ramps
  }

  /// What the study of a rollout comes to.
  public struct Outcome: Sendable {
    public let comparison: RolloutComparison
    /// By plan.
    public let outcomes: [RolloutComparison.Outcome]
    /// What each guardrail can find along the plan as written, by place.
    public let reaches: [RolloutComparison.Reach?]
    /// What keeps every plan from what it must do; `nil` where one does it.
    public let obstacle: RolloutComparison.Obstacle?
    /// The plan as written, simulated member by member; `nil` where nothing counts its guardrails,
    /// and where there would be too few to say something.
    public let ramped: RampedRollouts?
  }

  /// The simulations that the study runs at most.
  public var simulations: Int { (isRamped ? 4 : 2) * replications }

  private var isRamped: Bool { replications >= RampedRollouts.fewest }

  /// Simulates both worlds, takes many rollouts of each plan through days between them, and
  /// simulates the plan as written with members in stages.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> Outcome {
    let candidates = RolloutCandidate.all(of: section, in: scenario)
    let longest = candidates.map(\.plan.ramp.days).max() ?? 1
    let worlds = try await RolloutWorlds.simulate(
      section.guardrails.compactMap { Metric.named($0.metric) }, without: scenario.plan,
      with: defective, starts: section.starts, days: longest + section.heldAtMost, seed: seed,
      replications: replications, on: workers, meter: meter)
    let comparison = RolloutComparison(
      candidates, between: worlds,
      delays: try scenario.behaviour.recipients.daysToLaunch(Self.delays), ramps: ramps, seed: seed,
      standard: RolloutStandard(mostFalse: section.mostFalse))
    let outcomes = try await comparison.run(on: workers)
    let ramped =
      isRamped
      ? try await RampedRollouts.simulate(
        comparison, without: scenario.plan, with: defective, starts: section.starts,
        ramps: replications, on: workers, meter: meter) : nil
    return Outcome(
      comparison: comparison, outcomes: outcomes,
      reaches: try await comparison.reaches(on: workers),
      obstacle: try await comparison.obstacle(outcomes, on: workers), ramped: ramped)
  }

  /// The number of delays that stand for their law.
  private static let delays = 4_000
}
