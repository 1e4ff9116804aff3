import SimulationKernel
import GrowthloopModel
import Profiles
import Prompts
import GrowthloopFindings
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
    let results = run.results(busiest: number == 0 ? busiest : 0, and: number == 0 ? persons : [])
    return outcome(of: results, number: number, of: plan)
  }

  /// Runs the part of replication `number` that this process holds; returns its results in the first
  /// of the processes, and `nil` in the others.
  static func run(
    _ plan: GrowthPlan, seed: UInt64, number: UInt32, over link: any ShardLink,
    showing persons: [Int], meter: ProgressMeter?
  ) throws -> ReplicateOutcome? {
    var run = try GrowthRun(plan, seed: seed, replication: number, over: link)
    guard run.run(reportingTo: meter) else { throw run.failure ?? CancellationError() }
    return try run.results(
      over: link, busiest: number == 0 ? busiest : 0, and: number == 0 ? persons : []
    ).map { outcome(of: $0, number: number, of: plan) }
  }

  private static func outcome(
    of results: GrowthResults, number: UInt32, of plan: GrowthPlan
  ) -> ReplicateOutcome {
    let observation = Observation(
      plan: plan, tally: results.tally, cascades: results.cascades,
      tallyAtJudgement: results.tallyAtJudgement)
    let replicate = Replicate(
      number: number, hash: results.log.hash, events: results.log.count,
      readings: Metric.all.map { $0.reading(in: observation) }, rules: ruleCounts(observation),
      credit: observation.tally.credit.byRule,
      screens: results.screens.map { InviterDashboard($0, app: plan.profile.app) })
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
