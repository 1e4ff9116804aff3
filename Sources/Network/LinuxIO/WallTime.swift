internal import CEpoll
internal import Glibc

/// The time of day, which somebody may set forward or back.
public enum WallTime {
  /// Milliseconds since 1970.
  public static func now() -> Int64 { nanoseconds() / 1_000_000 }

  /// Nanoseconds since 1970.
  public static func nanoseconds() -> Int64 {
    var time = timespec()
    let answer = unsafe clock_gettime(CLOCK_REALTIME, &time)
    precondition(answer == 0, "Linux has a clock for the time of day")
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
