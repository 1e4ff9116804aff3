public import GrowthloopModel
import Vocabulary

extension WatchedReplication {
  /// Passes every event that the replication fires to `take`, in the order of their moments.
  ///
  /// Returns whether the replication reached the last day; `false` after a cancellation.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and the errors
  ///   of `take`, which end the replication.
  public func forEachEvent(
    meter: ProgressMeter? = nil, _ take: (FiredEvent) throws -> Void
  ) throws -> Bool {
    let recorder = EventRecorder(under: plan.profile)
    var run = try GrowthRun(plan, seed: seed, replication: number, observer: recorder)
    var failure: (any Error)?
    let isComplete = run.run(reportingTo: meter) { now in
      do {
        for event in recorder.take(before: now) { try take(event) }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    if isComplete {
      for event in recorder.take(before: plan.start + .days(Int64(plan.days))) { try take(event) }
    }
    return isComplete
  }
}
