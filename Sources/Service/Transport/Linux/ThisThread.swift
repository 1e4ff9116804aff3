internal import CGrowthloopEpoll
internal import Glibc

/// The scheduling settings of the calling thread.
public enum ThisThread {
  /// Sets the accuracy of timed waits; the kernel's default is 50 microseconds.
  public static func setTimerSlack(nanoseconds: UInt) throws(SystemCallError) {
    try systemCall("prctl") { thread_set_timer_slack(nanoseconds) }
  }

  /// Sleeps until a moment; a signal ends the sleep.
  public static func sleep(until moment: MonotonicTime) {
    var time = timespec(.nanoseconds(moment.nanoseconds))
    _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }

  /// Requests short time slices, and so a shorter wait for a shared processor; ignored by kernels
  /// without that setting.
  public static func preferShortTurns(nanoseconds: UInt) {
    _ = thread_prefer_short_turns(nanoseconds)
  }

  /// Enters real-time scheduling; throws without the privilege.
  public static func enterRealTime() throws(SystemCallError) {
    try systemCall("sched_setscheduler") { thread_enter_real_time() }
  }

  /// Returns the numbers of the processors that it may run on, in order.
  public static func processors() throws(SystemCallError) -> [Int] {
    var bits = [UInt](repeating: 0, count: 128)
    let bytes = UInt(bits.count * UInt.bitWidth / 8)
    try systemCall("sched_getaffinity") { unsafe thread_get_processors(&bits, bytes) }
    return bits.indices.flatMap { word in
      (0..<UInt.bitWidth).filter { bits[word] >> UInt($0) & 1 == 1 }.map {
        word * UInt.bitWidth + $0
      }
    }
  }

  /// Binds it, and threads that it starts later, to processors.
  public static func bind(to processors: [Int]) throws(SystemCallError) {
    var bits = [UInt](repeating: 0, count: 128)
    for processor in processors {
      bits[processor / UInt.bitWidth] |= 1 << UInt(processor % UInt.bitWidth)
    }
    let bytes = UInt(bits.count * UInt.bitWidth / 8)
    try systemCall("sched_setaffinity", on: "\(processors)") {
      unsafe thread_set_processors(bits, bytes)
    }
  }

  /// The time that it has run on a processor.
  public static func processorTime() -> Duration {
    var time = timespec()
    let answer = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(answer == 0, "Linux counts the time of a thread")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The number of times that another thread preempted it.
  public static func involuntarySwitches() -> Int {
    var usage = rusage()
    let answer = unsafe thread_get_usage(&usage)
    precondition(answer == 0, "Linux counts what a thread uses")
    return usage.ru_nivcsw
  }

  /// Makes a write to a connection that the peer closed fail, instead of ending the process.
  ///
  /// It is needed for libraries, which write without the flag for the kernel.
  public static func ignoreBrokenPipes() throws(SystemCallError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemCallError(call: "pthread_sigmask", number: failure) }
  }
}
