internal import CGrowthloopEpoll
internal import Glibc

/// A reading of the monotonic clock, in nanoseconds since an arbitrary start.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Reads the clock; costs about 25 ns and no system call.
  public static func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC))
  }

  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  public static func + (time: Self, duration: Duration) -> Self {
    Self(nanoseconds: time.nanoseconds + duration.nanoseconds)
  }

  public static func - (later: Self, earlier: Self) -> Duration {
    .nanoseconds(later.nanoseconds - earlier.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// The time of day, which an administrator may set forward or back.
public enum WallTime {
  /// Milliseconds since 1970.
  public static func now() -> Int64 { nanoseconds() / 1_000_000 }

  /// Nanoseconds since 1970.
  public static func nanoseconds() -> Int64 { read(CLOCK_REALTIME) }
}

/// The time since boot, independent of clock settings.
public enum BootTime {
  /// Nanoseconds since boot, including suspended time.
  public static func nanoseconds() -> Int64 { read(CLOCK_BOOTTIME) }

  /// The kernel's identifier of this boot; `nil` if the kernel has none.
  ///
  /// Processes that read the same name share the count of nanoseconds.
  public static func name() -> String? {
    let path = "/proc/sys/kernel/random/boot_id"
    guard let bytes = try? SmallFile(path).read() else { return nil }
    let name = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    return name.isEmpty ? nil : String(name)
  }
}

/// Reads a clock of the kernel, in nanoseconds.
private func read(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  let answer = unsafe clock_gettime(clock, &time)
  precondition(answer == 0, "Linux has no clock \(clock)")
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
