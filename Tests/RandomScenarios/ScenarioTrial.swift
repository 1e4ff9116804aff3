import CGrowthloopMalloc
import GrowthloopStudies
import GrowthloopModel
import GrowthloopPlans
import SimulationKernel
import Statistics

/// Two replications of a random scenario, run alone and run again under another allocator by two
/// workers and, of the first, by several shards.
public struct ScenarioTrial: Sendable {
  public let scenario: RandomScenario
  /// Everything that did not hold, in words; empty if all did.
  public private(set) var problems: [String] = []
  public private(set) var events: UInt64 = 0
  /// Whether it was left after `mostEvents`, with its laws unproven.
  public private(set) var isTooLarge = false

  /// Beyond this a run takes longer than a trial may.
  private static let mostEvents: UInt64 = 4_000_000

  /// Runs the scenario and holds it to everything that must be true of any; on shards, too, unless
  /// `dividing` is `false`.
  public init(_ scenario: RandomScenario, dividing: Bool = true) async {
    self.scenario = scenario
    let plan = scenario.scenario.plan
    do {
      var alone: [EventLog] = []
      var values: [[Double?]] = []
      for replication in 0..<2 as Range<UInt32> {
        var run = try GrowthRun(plan, seed: scenario.seed, replication: replication)
        guard run.run(goesOn: { $0.events < Self.mostEvents }) else {
          isTooLarge = true
          return
        }
        events += run.log.count
        let observation = Observation(
          plan: plan, tally: run.tally, cascades: run.cascades,
          tallyAtJudgement: run.tallyAtJudgement)
        problems += ConservationLaws(observation).broken.map { "replication \(replication): \($0)" }
        alone.append(run.log)
        values.append(Metric.all.map { $0.value(in: observation) })
      }
      try await compare(alone, values, of: plan)
      if dividing { try divide(alone[0], values[0], of: plan) }
    } catch {
      problems.append("a scenario that was read cannot be run: \(error)")
    }
  }

  /// Runs the first again on 2, 3, 4 or 8 shards.
  private mutating func divide(_ alone: EventLog, _ values: [Double?], of plan: GrowthPlan) throws {
    let shards = [2, 3, 4, 8][Int(scenario.seed % 4)]
    var divided = try GrowthRun(plan, seed: scenario.seed, shards: shards)
    divided.run()
    let observation = Observation(
      plan: plan, tally: divided.tally, cascades: divided.cascades,
      tallyAtJudgement: divided.tallyAtJudgement)
    if divided.log != alone {
      problems.append("\(shards) shards have other events than one")
    } else if Metric.all.map({ $0.value(in: observation) }) != values {
      problems.append("\(shards) shards have other metrics than one")
    }
  }

  /// Runs both again by two workers, while the allocator overwrites what is freed and what is new.
  private mutating func compare(
    _ alone: [EventLog], _ values: [[Double?]], of plan: GrowthPlan
  ) async throws {
    mallopt(M_PERTURB, 0xA5)
    defer { mallopt(M_PERTURB, 0) }
    let study = Study(plan, seed: scenario.seed, replications: 2)
    let outcome = try await study.run(on: Workers(2))
    for (number, replicate) in outcome.replicates.enumerated() {
      if replicate.hash != alone[number].hash || replicate.events != alone[number].count {
        problems.append("replication \(number) has other events under another allocator")
      } else if replicate.values != values[number] {
        problems.append("replication \(number) has other metrics under another allocator")
      }
    }
    for summary in outcome.summaries {
      guard let estimate = summary.estimate else { continue }
      if !(estimate.low <= estimate.high), summary.count > 1 {
        problems.append("\(summary.metric.key) lies from \(estimate.low) to \(estimate.high)")
      }
    }
  }
}
