import LinuxIO
import LoadGenerator
import Statistics

/// A loop that sleeps until each of many even moments and reads the clock: the least that it costs to be
/// there in time, request by request.
struct SleepingLoop {
  let perSecond: Int
  let seconds: Int

  struct Outcome {
    let elapsed: Duration
    let processorTime: Duration
    /// By how much it came late, in nanoseconds.
    let lateness: HDRHistogram
  }

  func run() throws -> Outcome {
    // The kernel gives 50 µs of leeway else.
    try ThisThread.setTimerSlack(nanoseconds: 1)
    var lateness = HDRHistogram(layout: Latencies.layout)
    let gap = 1_000_000_000 / Int64(perSecond)
    let (start, before) = (MonotonicTime.now(), ThisThread.processorTime())
    var moment = start.nanoseconds
    for _ in 0..<perSecond * seconds {
      moment += gap
      ThisThread.sleep(until: MonotonicTime(nanoseconds: moment))
      lateness.record(UInt64(max(0, MonotonicTime.now().nanoseconds - moment)))
    }
    return Outcome(
      elapsed: .now() - start, processorTime: ThisThread.processorTime() - before,
      lateness: lateness)
  }
}
