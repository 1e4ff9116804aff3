import Glibc

/// The present speed of this machine; shared machines vary from minute to minute.
///
/// The C++ loop of the kernel's benchmark measures it, with a hundred thousand events pending.
struct Pace {
  private static let holds = 1_000_000
  private let run = HoldCandidate.yardstick.start(HoldWorkload(.exponential, pending: 100_000))

  init() { _ = run.hold(times: Self.holds) }

  /// The events that the loop takes per second of processor time.
  func eventsPerCoreSecond() -> Double {
    let before = Self.coreSeconds
    _ = run.hold(times: Self.holds)
    return Double(Self.holds) / (Self.coreSeconds - before)
  }

  /// The processor time of this thread, and of all threads.
  static var coreSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }
  static var processSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
