internal import LinuxIO
public import Vocabulary

/// Where the service takes the time from: the time of day, or a rehearsal in which it runs faster.
public struct ServiceClock: Sendable {
  private let rehearsal: (start: Instant, since: MonotonicTime, speed: Double)?

  /// The time of day.
  public static let real = ServiceClock(rehearsal: nil)

  /// A time that begins at `start` now, and runs `speed` times as fast as the real one.
  public static func rehearsing(from start: Instant, speed: Double) -> ServiceClock {
    precondition(speed > 0 && speed.isFinite, "time runs forward")
    return ServiceClock(rehearsal: (start, .now(), speed))
  }

  /// The moment it is.
  public func now() -> Instant {
    guard let rehearsal else { return Instant(milliseconds: WallTime.now()) }
    let real = Double((MonotonicTime.now() - rehearsal.since).nanoseconds) / 1_000_000
    // Some 285,000 years, so that no speed overflows.
    return rehearsal.start + .milliseconds(Int64(min(real * rehearsal.speed, 9e15)))
  }
}
