internal import CEpoll
internal import Glibc

/// The time since the machine started, which no setting of a clock changes.
public enum BootTime {
  /// Nanoseconds since the start of the machine, those in which it was suspended included.
  public static func nanoseconds() -> Int64 {
    var time = timespec()
    let answer = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    precondition(answer == 0, "Linux has a clock that counts from the start of the machine")
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The kernel's name of this start of the machine; `nil` where the kernel has none.
  ///
  /// Two processes that read the same name read the same count.
  public static func name() -> String? {
    let path = "/proc/sys/kernel/random/boot_id"
    guard let bytes = try? SmallFile(path).read() else { return nil }
    let name = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    return name.isEmpty ? nil : String(name)
  }
}
