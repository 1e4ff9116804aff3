import Glibc

/// A stopwatch for successive steps, by CPU time and by elapsed time.
package struct StepWatch {
  /// The CPU time of the thread in each step, in nanoseconds.
  package private(set) var work: [UInt64] = []
  /// The elapsed time of each step, in nanoseconds, including time in which other threads had the
  /// core.
  package private(set) var elapsed: [UInt64] = []
  private var check = 0

  package init() {}

  /// Times `step`, whose result keeps the optimiser from removing it.
  package mutating func time(_ step: () -> Int) {
    let start = (Self.nanoseconds(CLOCK_MONOTONIC), Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID))
    check &+= step()
    let end = (Self.nanoseconds(CLOCK_MONOTONIC), Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID))
    precondition(check != .min)
    elapsed.append(end.0 - start.0)
    work.append(end.1 - start.1)
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
