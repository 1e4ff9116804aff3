internal import CGrowthloopEpoll
internal import Glibc
public import Statistics

/// The manager that started this process and waits for its word, such as systemd: `sd_notify(3)`.
public struct ServiceManager: Sendable {
  /// A moment in the life of a service.
  public enum State: Hashable, Sendable {
    /// Requests are answered.
    case ready
    /// Files are read anew; `ready` follows.
    case reloading
    /// No new connection is taken, and open requests are finished.
    case stopping
  }

  private let place: SocketAddress.Native

  /// The manager at the socket that `NOTIFY_SOCKET` names; `nil` where it names none.
  public init?(environment variable: (String) -> String?) {
    guard let name = variable("NOTIFY_SOCKET"), name.first == "/" || name.first == "@",
      let place = SocketAddress.Native(path: name)
    else { return nil }
    self.place = place
  }

  /// Sends the state in one datagram; returns whether the manager's socket took it within a second.
  @discardableResult
  public func notify(_ state: State) -> Bool {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = socket(AF_UNIX, kind, 0)
    guard number >= 0 else { return false }
    let socket = OwnedDescriptor(owning: number)
    let text = Array(Self.text(of: state).utf8)
    var place = place
    let flags = Int32(MSG_NOSIGNAL)
    try? socket.number.set(SO_SNDTIMEO, to: .seconds(1))
    let sent = unsafe place.withPointer { address, length in
      unsafe sendto(socket.number, text, text.count, flags, address, length)
    }
    return sent == text.count
  }

  private static func text(of state: State) -> String {
    switch state {
    case .ready: "READY=1"
    // Without the moment, systemd could take an earlier READY for the answer to this.
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(MonotonicTime.now().nanoseconds / 1_000)"
    case .stopping: "STOPPING=1"
    }
  }
}

/// The figures of this process, under the names that all clients of Prometheus give them.
public enum ProcessFigures {
  public static func write(to text: inout OpenMetricsText) {
    text.family("process_cpu_seconds", "counter", "Processor time of this process.")
    text.sample("process_cpu_seconds_total", processorSeconds)
    if let memory {
      text.family("process_resident_memory_bytes", "gauge", "Memory that this process holds.")
      text.sample("process_resident_memory_bytes", memory.resident)
      text.family("process_virtual_memory_bytes", "gauge", "Its address space.")
      text.sample("process_virtual_memory_bytes", memory.virtual)
    }
    if let startSeconds {
      text.family("process_start_time_seconds", "gauge", "Its start, in seconds since 1970.")
      text.sample("process_start_time_seconds", startSeconds)
    }
    if let openDescriptors {
      text.family("process_open_fds", "gauge", "Its open files and sockets.")
      text.sample("process_open_fds", openDescriptors)
    }
    if let most = try? DescriptorLimit.raise(to: 0) {
      text.family("process_max_fds", "gauge", "The most files and sockets that it may have open.")
      text.sample("process_max_fds", most)
    }
  }

  private static var processorSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// In bytes.
  private static var memory: (virtual: Int, resident: Int)? {
    let pages = SystemText.read("/proc/self/statm")?.split(separator: " ").compactMap { Int($0) }
    guard let pages, pages.count > 1 else { return nil }
    let size = sysconf(Int32(_SC_PAGESIZE))
    return (pages[0] * size, pages[1] * size)
  }

  /// The kernel counts it in ticks since the boot, whose moment has whole seconds.
  private static let startSeconds: Double? = {
    // The name of the program, in parentheses, may have spaces and parentheses of its own.
    guard let status = SystemText.read("/proc/self/stat"), let name = status.lastIndex(of: ")"),
      let boot = SystemText.read("/proc/stat")?.split(separator: "\n")
        .first(where: { $0.hasPrefix("btime ") })?.split(separator: " ").last.flatMap({ Double($0) }
        )
    else { return nil }
    let fields = status[name...].split(separator: " ")
    guard fields.count > 20, let ticks = Double(fields[20]) else { return nil }
    return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()

  private static var openDescriptors: Int? {
    guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // Without the two names of folders, and without the folder that is read.
    return count - 3
  }
}
