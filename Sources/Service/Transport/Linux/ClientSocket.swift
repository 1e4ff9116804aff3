internal import CGrowthloopEpoll
internal import CGrowthloopMalloc
internal import Glibc

/// Non-blocking calls of a client that manages its descriptors itself.
///
/// They neither throw nor allocate, because a client makes one for every request.
public enum ClientSocket {
  /// The target of connections, and the local address; in the kernel's form.
  public struct Route: Sendable {
    let family: Int32
    var native: SocketAddress.Native
    fileprivate var source: SocketAddress.Native?

    public init(to target: SocketAddress, from source: IPAddress? = nil) {
      family = target.family
      native = target.native
      self.source = source.map { SocketAddress($0, port: 0).native }
    }

    /// Leads to a socket of this machine by its path; `nil` for a path that is too long for one.
    public init?(toSocketAt path: String) {
      guard let native = SocketAddress.Native(path: path) else { return nil }
      family = AF_UNIX
      self.native = native
    }
  }

  /// The result of a call.
  public enum Outcome: Sendable, Hashable {
    /// The number of bytes transferred; for a read, zero at the end of the stream.
    case moved(Int)
    /// The call would have blocked.
    case later
    /// The kernel's `errno`.
    case failed(Int32)
  }

  /// Begins to connect, and returns the descriptor at once, or a negative `errno`.
  ///
  /// With `abortsOnClose` a close resets the connection, so that its port is free at once.
  public static func connect(over route: inout Route, abortsOnClose: Bool) -> Int32 {
    let number = socket(
      route.family,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { return -errno }
    var one: Int32 = 1
    var isReady = true
    if route.family != AF_UNIX {
      isReady =
        unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4)) == 0
    }
    if abortsOnClose { isReady = abortOnClose(number) && isReady }
    if isReady, route.source != nil { isReady = bindSource(number, &route) }
    if isReady {
      isReady =
        unsafe route.native.withPointer { unsafe Glibc.connect(number, $0, $1) } == 0
        || errno == EINPROGRESS
    }
    guard !isReady else { return number }
    let failure = errno
    _ = Glibc.close(number)
    return -failure
  }

  /// Binds to the source's address; `connect` chooses a free port.
  private static func bindSource(_ number: Int32, _ route: inout Route) -> Bool {
    guard var source = route.source else { return true }
    var one: Int32 = 1
    let late = Int32(24)  // IP_BIND_ADDRESS_NO_PORT
    return unsafe setsockopt(number, Int32(IPPROTO_IP), late, &one, socklen_t(4)) == 0
      && source.withPointer { unsafe bind(number, $0, $1) } == 0
  }

  /// Sends as much as the kernel takes at once, without raising a signal.
  public static func send(_ bytes: Span<UInt8>, to number: Int32) -> Outcome {
    let flags = Int32(MSG_NOSIGNAL)
    return unsafe bytes.withUnsafeBytes { buffer in
      outcome { unsafe Glibc.send(number, buffer.baseAddress, buffer.count, flags) }
    }
  }

  /// Receives as many bytes as have arrived and fit.
  public static func receive(into bytes: inout MutableSpan<UInt8>, from number: Int32) -> Outcome {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      outcome { unsafe Glibc.recv(number, buffer.baseAddress, buffer.count, 0) }
    }
  }

  /// Enables receive timestamps; returns whether the kernel agrees.
  @discardableResult
  public static func stampArrivals(_ number: Int32) -> Bool { socket_stamp_arrivals(number) == 0 }

  /// Receives as many bytes as have arrived and fit, and the kernel's receive time of the last of
  /// them, in nanoseconds since 1970; `nil` without a timestamp.
  public static func receiveStamped(
    into bytes: inout MutableSpan<UInt8>, from number: Int32
  ) -> (Outcome, stamp: Int64?) {
    var time = timespec(tv_sec: 0, tv_nsec: 0)
    let answer = unsafe bytes.withUnsafeMutableBytes { buffer in
      outcome {
        unsafe socket_receive_stamped(number, buffer.baseAddress, UInt(buffer.count), &time)
      }
    }
    let stamp = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    return (answer, stamp == 0 ? nil : stamp)
  }

  /// Makes a close reset the connection; returns whether the kernel agrees.
  @discardableResult
  public static func abortOnClose(_ number: Int32) -> Bool {
    var atOnce = Glibc.linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<Glibc.linger>.size)
    return unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &atOnce, size) == 0
  }

  /// Closes a socket that `connect` opened.
  public static func close(_ number: Int32) {
    _ = Glibc.close(number)
  }

  private static func outcome(_ call: () -> Int) -> Outcome {
    while true {
      let count = call()
      if count >= 0 { return .moved(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .later
      case let number: return .failed(number)
      }
    }
  }

  /// Whether an `errno` means a refused connection; a local socket may be full, or gone.
  public static func isRefusal(_ number: Int32) -> Bool {
    number == ECONNREFUSED || number == EAGAIN || number == ENOENT
  }

  /// Whether an `errno` means a connection reset by the peer.
  public static func isReset(_ number: Int32) -> Bool { number == ECONNRESET || number == EPIPE }
}

extension ClientSocket {
  /// The result of the last call on a socket that a library made; an end counts as nothing read.
  public static var lastFailure: Outcome {
    let number = errno
    return number == 0 ? .moved(0) : .failed(number)
  }
}

/// Keeps kernel receive timestamps enabled while it exists.
///
/// The kernel patches its own code for the first socket with timestamps and after the last, which
/// must not happen for every connection.
public final class TimestampGuard: Sendable {
  private let socket: OwnedDescriptor

  /// Enables timestamps; `nil` if the kernel refuses.
  public init?() {
    let number = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    socket = OwnedDescriptor(owning: number)
    guard ClientSocket.stampArrivals(number) else { return nil }
  }
}

/// The atomic exchange of two files or folders.
public enum FileExchange {
  /// Swaps two names in one step; returns whether the file system supports it.
  public static func swap(_ first: String, _ second: String) -> Bool {
    unsafe files_exchange(first, second) == 0
  }
}

/// The C library's allocation of large blocks.
public enum LargeBlocks {
  /// The size in bytes from which a block has its own pages.
  public static let size = 64 << 10

  /// Gives every large block its own pages, which return to the system when it is freed.
  ///
  /// By default the allocator raises its threshold to as much as 32 MB after it frees a block of
  /// that size, and takes such blocks from the heap. There the slabs of clicks leave gaps between
  /// small blocks that stay: the heap grew by half a megabyte a minute under load.
  public static func keepApart() {
    let done = mallopt(M_MMAP_THRESHOLD, Int32(size))
    precondition(done == 1, "the allocator takes a threshold of \(size) bytes")
  }
}
