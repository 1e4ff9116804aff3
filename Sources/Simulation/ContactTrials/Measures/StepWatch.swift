import Glibc

/// Times step after step: what a core worked on it, and how long it took.
package struct StepWatch {
  /// The nanoseconds that the thread was at work, step by step.
  package private(set) var work: [UInt64] = []
  /// The nanoseconds that went by, those among them in which somebody else had the core.
  package private(set) var elapsed: [UInt64] = []
  private var check = 0

  package init() {}

  /// Times `step`; what it returns keeps it from being left out.
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
