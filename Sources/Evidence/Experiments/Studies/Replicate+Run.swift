import SimulationKernel
import GrowthModel
import Profiles
import Prompts
import Runs
import Vocabulary

extension Replicate {
  /// Runs replication `number` of `plan` on so many threads; returns its stored results and its days.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and
  ///   `CancellationError` once the task is cancelled or `isWanted` returns `false`.
  static func run(
    _ plan: GrowthPlan, seed: UInt64, number: UInt32, shards: Int = 1, showing persons: [Int] = [],
    meter: ProgressMeter?, while isWanted: () -> Bool = { true }
  ) throws -> ReplicateOutcome {
    var run = try GrowthRun(plan, seed: seed, replication: number, shards: shards)
    guard run.run(reportingTo: meter, while: { _ in isWanted() }) else { throw CancellationError() }
    let observation = Observation(
      plan: plan, tally: run.tally, cascades: run.cascades, tallyAtJudgement: run.tallyAtJudgement)
    let replicate = Replicate(
      number: number, hash: run.log.hash, events: run.log.count,
      readings: Metric.all.map { $0.reading(in: observation) }, rules: ruleCounts(observation),
      credit: observation.tally.credit.byRule,
      screens: number == 0
        ? run.inviterScreens(busiest: busiest, and: persons).map {
          InviterDashboard($0, app: plan.profile.app)
        } : [])
    return ReplicateOutcome(replicate, days: DaySeries.counts(of: observation.tally.days))
  }

  /// The number of inviters whose screens are stored, in the first replication.
  private static let busiest = 5

  /// Returns the rules of credit, those that refused a share, and those that withheld prompts.
  private static func ruleCounts(_ observation: Observation) -> [RuleCount] {
    var counts = observation.tally.credit.byRule.mapValues(\.total)
    counts.merge(observation.tally.shares.refusedByRule) { $0 + $1 }
    for reason in PromptSuppression.allCases {
      let count = observation.tally.prompts.suppressed[Int(reason.ordinal)]
      if count > 0 { counts[reason.rule(in: observation.plan.profile.id), default: 0] += count }
    }
    return counts.map { RuleCount(rule: $0.key, count: $0.value) }.sorted { $0.rule < $1.rule }
  }
}
