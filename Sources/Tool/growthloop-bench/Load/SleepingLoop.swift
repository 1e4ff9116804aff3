import GrowthloopTransport
import GrowthloopLoadGenerator
import Statistics

/// A loop that sleeps until each of many equidistant moments and reads the clock.
///
/// It gives the lower bound of the cost of being in time for every request.
struct SleepingLoop {
  let perSecond: Int
  let seconds: Int

  struct Outcome {
    let elapsed: Duration
    let processorTime: Duration
    /// The lateness of the wake-ups, in nanoseconds.
    let lateness: HDRHistogram
  }

  func run() throws -> Outcome {
    // Otherwise the kernel allows 50 µs of timer slack.
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
