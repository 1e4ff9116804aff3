public import GrowthloopPlans
public import GrowthloopModel

extension FunnelTable {
  /// Simulates a replication, and counts its funnel from day `first` for so many days.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and
  ///   `CancellationError` once the task is cancelled.
  public static func simulated(
    _ plan: GrowthPlan, from first: Int = 0, days: Int, seed: UInt64, replication: UInt32 = 0,
    meter: ProgressMeter? = nil
  ) throws -> FunnelTable {
    var plan = plan
    plan.days = first + days
    let recorder = FunnelRecorder(plan, from: first, days: days)
    var run = try GrowthRun(plan, seed: seed, replication: replication, observer: recorder)
    guard run.run(reportingTo: meter) else { throw CancellationError() }
    return recorder.table
  }
}
