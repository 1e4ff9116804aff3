import Foundation

/// The machine and build of a measurement, and the memory that this process may take.
package enum Machine {
  /// The memory that a limit leaves this process, in bytes, with the name of the limit.
  package struct MemoryRoom {
    package let bytes: Int
    package let limit: String

    package init(bytes: Int, limit: String) {
      self.bytes = bytes
      self.limit = limit
    }
  }

  /// The least of what the limits leave: that of the process ('ulimit -v') and that of the
  /// container; `nil` without one.
  package static var memoryRoom: MemoryRoom? {
    [addressRoom, containerRoom].compactMap { $0 }.min { $0.bytes < $1.bytes }
  }

  private static var addressRoom: MemoryRoom? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < UInt(Int.max)
    else { return nil }
    // In pages, the address space first.
    let taken = number(in: "/proc/self/statm").map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } ?? 0
    return MemoryRoom(bytes: max(0, Int(limit.rlim_cur) - taken), limit: "ulimit -v")
  }

  /// The files of a container's limit and use: of the newer kind of control groups, and the older.
  private static let groups = [
    (limit: "/sys/fs/cgroup/memory.max", used: "/sys/fs/cgroup/memory.current"),
    (
      limit: "/sys/fs/cgroup/memory/memory.limit_in_bytes",
      used: "/sys/fs/cgroup/memory/memory.usage_in_bytes"
    ),
  ]

  private static var containerRoom: MemoryRoom? {
    for group in groups {
      guard let limit = number(in: group.limit), limit < Int.max >> 1 else { continue }
      return MemoryRoom(
        bytes: max(0, limit - (number(in: group.used) ?? 0)), limit: "the container")
    }
    return nil
  }

  /// Returns the first number in the file at `path`; `nil` for any other text.
  private static func number(in path: String) -> Int? {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
  }

  package static var description: String {
    let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = info?.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(model ?? "unknown processor"), \(ProcessInfo.processInfo.activeProcessorCount) cores"
  }

  package static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}

extension Double {
  /// Returns the number with `decimals` decimals and a decimal point, in every locale.
  package func text(decimals: Int) -> String {
    String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), self)
  }
}
