internal import CGrowthloopEpoll
internal import Glibc

/// A descriptor that is readable when its timer expires.
public struct TimerDescriptor: ~Copyable, Sendable {
  public let descriptor: OwnedDescriptor

  public init() throws(SystemCallError) {
    descriptor = OwnedDescriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
  }

  /// Sets the timer to expire after every `interval`.
  public func set(every interval: Duration) throws(SystemCallError) {
    precondition(interval > .zero, "a timer needs an interval")
    try set(first: timespec(interval), then: timespec(interval), flags: 0)
  }

  /// Sets the timer to expire once at `time`, or at once if that has passed.
  public func set(at time: MonotonicTime) throws(SystemCallError) {
    // Zero would stop the timer.
    let first = timespec(.nanoseconds(max(1, time.nanoseconds)))
    try set(first: first, then: timespec(), flags: TFD_TIMER_ABSTIME)
  }

  private func set(
    first: timespec, then: timespec, flags: Int
  ) throws(SystemCallError) {
    var setting = itimerspec(it_interval: then, it_value: first)
    let number = descriptor.number
    try systemCall("timerfd_settime") {
      unsafe timerfd_settime(number, Int32(flags), &setting, nil)
    }
  }

  /// Makes the descriptor unreadable, and returns the number of expirations.
  public func acknowledge() throws(SystemCallError) -> UInt64 {
    var count: UInt64 = 0
    let number = descriptor.number
    let read = try systemCallWithoutWaiting("read") {
      unsafe Glibc.read(number, &count, MemoryLayout<UInt64>.size)
    }
    return read == nil ? 0 : count
  }
}

extension timespec {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
