import GrowthloopModel
import SimulationKernel
import Statistics

/// What some metrics count, day by day, in one replication.
struct DailyCounts: Sendable {
  /// By day, and then by metric.
  let days: [[EventCounts]]
  /// First launches that an invite led to, by day.
  let invitedLaunches: [Int]

  /// Runs replication `number` of `plan` until the end of its days.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  static func of(
    _ metrics: [Metric], in plan: GrowthPlan, seed: UInt64, number: UInt32, meter: ProgressMeter?
  ) throws -> DailyCounts {
    var run = try GrowthRun(plan, seed: seed, replication: number)
    var before = [EventCounts](repeating: EventCounts(0, per: 0), count: metrics.count)
    var launched = 0
    var (days, launches) = ([[EventCounts]](), [Int]())
    for day in 1...plan.days {
      try Task.checkCancellation()
      run.run(toEndOf: day)
      let tally = run.tally
      let observation = Observation(plan: plan, tally: tally)
      let now = metrics.map { $0.reading(in: observation).counts ?? EventCounts(0, per: 0) }
      days.append(
        zip(now, before).map {
          EventCounts($0.events - $1.events, per: $0.exposure - $1.exposure)
        })
      launches.append(tally.launches.invited - launched)
      (before, launched) = (now, tally.launches.invited)
    }
    meter?.add(1, events: run.log.count)
    return DailyCounts(days: days, invitedLaunches: launches)
  }
}
