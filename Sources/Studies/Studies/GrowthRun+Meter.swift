import SimulationKernel
package import GrowthloopModel
package import Vocabulary

extension GrowthRun {
  /// Runs to the end of the last day, unless the task is cancelled or `goesOn` returns `false` at
  /// the moment that the run has reached.
  ///
  /// Returns whether it reached the end.
  package mutating func run(
    reportingTo meter: ProgressMeter?, while goesOn: (Instant) -> Bool = { _ in true }
  ) -> Bool {
    var reported: (share: Double, events: UInt64) = (0, 0)
    let isComplete = run { progress in
      meter?.add(progress.share - reported.share, events: progress.events - reported.events)
      reported = (progress.share, progress.events)
      return !Task.isCancelled && goesOn(progress.now)
    }
    if isComplete {
      meter?.add(1 - reported.share, events: log.count - min(log.count, reported.events))
    }
    return isComplete
  }
}
