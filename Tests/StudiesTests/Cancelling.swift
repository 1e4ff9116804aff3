import GrowthloopStudies
import Foundation
import GrowthloopFindings

/// Cancels `task` when `meter` counts some replications, from a thread of its own: those of the
/// pool may all be at work.
func cancel<Success>(
  _ task: Task<Success, any Error>, once meter: ProgressMeter, counts replications: Double
) {
  Thread.detachNewThread {
    while meter.current.replications < replications { sched_yield() }
    task.cancel()
  }
}
