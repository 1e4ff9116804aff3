import GrowthModel
import Profiles
import Prompts
import RandomStreams
import SimulationKernel
import Vocabulary

extension Replicate {
  /// Runs replication `number` of `plan`; returns what is kept of it, and its days.
  ///
  /// - Throws: `InvalidParameter` for behaviour that no distribution has, and `CancellationError` once
  ///   the task is cancelled.
  static func run(
    _ plan: GrowthPlan, seed: UInt64, number: UInt32, meter: ProgressMeter?
  ) throws -> (replicate: Replicate, days: [Tally.Day]) {
    var run = try GrowthRun(plan, seed: seed, replication: number)
    var reported = Progress()
    let isComplete = run.run { progress in
      meter?.add(progress.share - reported.share, events: progress.events - reported.events)
      reported = Progress(share: progress.share, events: progress.events)
      return !Task.isCancelled
    }
    guard isComplete else { throw CancellationError() }
    meter?.add(1 - reported.share, events: run.log.count - reported.events)
    let observation = Observation(plan: plan, tally: run.tally, cascades: run.cascades)
    let replicate = Replicate(
      number: number, hash: run.log.hash, events: run.log.count,
      values: Metric.all.map { $0.value(in: observation) }, rules: ruleCounts(observation))
    return (replicate, observation.tally.days)
  }

  private struct Progress {
    var share = 0.0
    var events: UInt64 = 0
  }

  /// The rules of credit, those that refused a share, and those that held prompts back.
  private static func ruleCounts(_ observation: Observation) -> [RuleCount] {
    var counts = observation.tally.credit.byRule
    counts.merge(observation.tally.shares.refusedByRule) { $0 + $1 }
    for reason in PromptSuppression.allCases {
      let count = observation.tally.prompts.suppressed[Int(reason.ordinal)]
      if count > 0 { counts[reason.rule(in: observation.plan.profile.id), default: 0] += count }
    }
    return counts.map { RuleCount(rule: $0.key, count: $0.value) }.sorted { $0.rule < $1.rule }
  }
}
