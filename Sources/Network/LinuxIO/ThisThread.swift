internal import CEpoll
internal import Glibc

/// What the thread that asks may learn and set of itself.
public enum ThisThread {
  /// Lets its timed waits end within so many nanoseconds of their time; the kernel's own choice is
  /// 50 microseconds.
  public static func setTimerSlack(nanoseconds: UInt) throws(SystemCallError) {
    try systemCall("prctl") { thread_set_timer_slack(nanoseconds) }
  }

  /// Waits until a moment, and hears nothing meanwhile; a signal ends the wait.
  public static func sleep(until moment: MonotonicTime) {
    var time = timespec(.nanoseconds(moment.nanoseconds))
    _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }

  /// Asks the kernel for short turns on a processor that others want too, and so to come to each the
  /// sooner; a kernel that knows no such wish gives what it gives to all.
  public static func preferShortTurns(nanoseconds: UInt) {
    _ = thread_prefer_short_turns(nanoseconds)
  }

  /// Has its turn before all that is not in real time; not everybody may.
  public static func enterRealTime() throws(SystemCallError) {
    try systemCall("sched_setscheduler") { thread_enter_real_time() }
  }

  /// The numbers of the processors that it may run on, in order.
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

  /// Binds it, and the threads that it starts from now on, to some processors.
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

  /// How long it has run on a processor so far.
  public static func processorTime() -> Duration {
    var time = timespec()
    let answer = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(answer == 0, "Linux counts the time of a thread")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// How often another was put in its place while it had something to do.
  public static func involuntarySwitches() -> Int {
    var usage = rusage()
    let answer = unsafe thread_get_usage(&usage)
    precondition(answer == 0, "Linux counts what a thread uses")
    return usage.ru_nivcsw
  }

  /// Lets a write to a connection that the other end closed fail, instead of ending the process.
  ///
  /// For what writes without telling the kernel so, as libraries do.
  public static func ignoreBrokenPipes() throws(SystemCallError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemCallError(call: "pthread_sigmask", number: failure) }
  }
}
