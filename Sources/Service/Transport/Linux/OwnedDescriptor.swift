internal import CGrowthloopEpoll
internal import Glibc

/// A file descriptor that closes with its owner.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The kernel's number of it; do not close it.
  public let number: Int32

  /// Takes over an open descriptor.
  public init(owning number: Int32) {
    precondition(number >= 0, "\(number) is no descriptor")
    self.number = number
  }

  deinit {
    // Linux frees the number even where it reports an error, so a second try could hit another's.
    _ = close(number)
  }

  /// Releases the descriptor to an owner outside Swift, which closes it.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension OwnedDescriptor {
  /// Reads the available bytes, at most as many as fit and `most`.
  ///
  /// - Returns: The number of bytes read, zero at the end; `nil` if the call would block.
  public func read(
    into bytes: inout MutableSpan<UInt8>, atMost most: Int = .max
  ) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeMutableBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("read") {
        unsafe Glibc.read(number, buffer.baseAddress, min(buffer.count, most))
      }
    }
  }

  /// Writes as much as the kernel takes at once.
  ///
  /// - Returns: The number of bytes written; `nil` if the call would block.
  public func write(_ bytes: Span<UInt8>) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("write") {
        unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
      }
    }
  }

  /// Writes all of the bytes to a blocking descriptor.
  public func writeAll(_ bytes: [UInt8]) throws(SystemCallError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.span.extracting(written...)
      guard let count = try write(rest) else {
        throw SystemCallError(call: "write", number: EAGAIN)
      }
      written += count
    }
  }
}

extension OwnedDescriptor {
  /// Connects to `address` over TCP, and blocks until connected.
  ///
  /// Reads and writes block too, and fail after their time limits.
  public static func connected(
    to address: SocketAddress, patience: Duration? = nil
  ) throws(SystemCallError) -> OwnedDescriptor {
    try connected(over: ClientSocket.Route(to: address), patience: patience, on: "\(address)")
  }

  /// Connects over a route in the same way; errors name the `place`.
  public static func connected(
    over route: ClientSocket.Route, patience: Duration?, on place: String
  ) throws(SystemCallError) -> OwnedDescriptor {
    let socket = OwnedDescriptor(
      owning: try systemCall("socket", on: place) {
        Glibc.socket(route.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      })
    let number = socket.number
    if route.family != AF_UNIX { try number.set(TCP_NODELAY, at: Int32(IPPROTO_TCP)) }
    if let patience {
      try number.set(SO_RCVTIMEO, to: patience)
      try number.set(SO_SNDTIMEO, to: patience)
    }
    var native = route.native
    try systemCall("connect", on: place) {
      unsafe native.withPointer { unsafe connect(number, $0, $1) }
    }
    return socket
  }

  /// Sends as much as the kernel takes at once, without raising a signal.
  ///
  /// - Returns: The number of bytes sent; `nil` if the call would block.
  public func send(_ bytes: Span<UInt8>) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("send") {
        unsafe Glibc.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// Shuts down the sending direction of a socket.
  public func finishSending() {
    BorrowedSocket.finishSending(number)
  }
}

extension Int32 {
  /// Switches on an option of a socket.
  func set(_ option: Int32, at level: Int32) throws(SystemCallError) {
    var one: Int32 = 1
    try systemCall("setsockopt") {
      unsafe setsockopt(self, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Limits how long a socket waits.
  func set(_ option: Int32, to limit: Duration) throws(SystemCallError) {
    let (seconds, attoseconds) = limit.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    try systemCall("setsockopt") {
      unsafe setsockopt(self, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }
}

/// The limit of open descriptors of this process.
public enum DescriptorLimit {
  /// Raises the limit to `count`, as far as the system allows; returns the resulting limit.
  public static func raise(to count: Int) throws(SystemCallError) -> Int {
    var limit = rlimit()
    try systemCall("getrlimit") {
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur < UInt(count), limit.rlim_cur < limit.rlim_max else {
      return Int(clamping: limit.rlim_cur)
    }
    limit.rlim_cur = min(UInt(count), limit.rlim_max)
    try systemCall("setrlimit") {
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}

/// A descriptor that is readable after one of its signals.
public struct SignalDescriptor: ~Copyable, Sendable {
  public let descriptor: OwnedDescriptor

  /// Blocks the signals in this thread and those it starts, and makes them readable here.
  ///
  /// Running threads must block them too: make this before other threads.
  public init(catching signals: [Int32]) throws(SystemCallError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemCallError(call: "pthread_sigmask", number: failure) }
    descriptor = OwnedDescriptor(
      owning: try systemCall("signalfd") {
        unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
      })
  }

  /// Returns the next signal; `nil` if none has arrived.
  public func next() throws(SystemCallError) -> Int32? {
    var signal = signalfd_siginfo()
    let number = descriptor.number
    let read = try systemCallWithoutWaiting("read") {
      unsafe Glibc.read(number, &signal, MemoryLayout<signalfd_siginfo>.size)
    }
    return read == nil ? nil : Int32(signal.ssi_signo)
  }
}

/// A pair of connected local sockets, which do not block.
@frozen
public struct SocketPair: ~Copyable {
  public let near: OwnedDescriptor
  public let far: OwnedDescriptor

  public init() throws(SystemCallError) {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("socketpair") { unsafe socketpair(AF_UNIX, kind, 0, &numbers) }
    near = OwnedDescriptor(owning: numbers[0])
    far = OwnedDescriptor(owning: numbers[1])
  }
}

extension OwnedDescriptor {
  /// Duplicates a descriptor.
  public init(copying number: Int32) throws(SystemCallError) {
    self.init(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// The number of received bytes that are unread.
  public var unreadBytes: Int { BorrowedSocket.unreadBytes(of: number) }
}

/// A descriptor that any thread makes readable, to wake the one that polls it.
public final class WakeupEvent: Sendable {
  public let descriptor: OwnedDescriptor

  public init() throws(SystemCallError) {
    descriptor = OwnedDescriptor(
      owning: try systemCall("eventfd") {
        eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      })
  }

  /// Makes the descriptor readable, from any thread.
  public func signal() {
    // The one failure is a counter that is full, and then it is readable already.
    _ = eventfd_write(descriptor.number, 1)
  }

  /// Makes the descriptor unreadable again.
  public func clear() {
    var count: UInt64 = 0
    _ = unsafe eventfd_read(descriptor.number, &count)
  }
}

/// The bytes of a file in memory, which the kernel reads where they are looked at.
///
/// `@safe`: the mapping belongs to this object alone, which lends it for the time of a call.
@safe
public final class MappedFile: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer

  /// Maps a file that is not written to as long as the object lives.
  public init(_ path: String) throws(SystemCallError) {
    let file = OwnedDescriptor(
      owning: try systemCall("open") { unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC) })
    let size = try systemCall("lseek") { lseek(file.number, 0, SEEK_END) }
    guard size > 0 else {
      unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw SystemCallError(call: "mmap", number: errno)
    }
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    if let start = unsafe bytes.baseAddress {
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }

  public func withBytes<Answer>(_ look: (Span<UInt8>) -> Answer) -> Answer {
    unsafe bytes.withMemoryRebound(to: UInt8.self) { look(unsafe Span(_unsafeElements: $0)) }
  }
}
