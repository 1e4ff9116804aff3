internal import CEpoll
internal import Glibc

/// The calls of a client that never waits, on sockets whose numbers it keeps itself.
///
/// They neither throw nor allocate: a client with many connections makes one for every request.
public enum ClientSocket {
  /// Where connections go, and from which of this machine's addresses; ready for the kernel.
  public struct Route: Sendable {
    public let target: SocketAddress
    fileprivate var native: SocketAddress.Native
    fileprivate var source: SocketAddress.Native?

    public init(to target: SocketAddress, from source: IPAddress? = nil) {
      self.target = target
      native = target.native
      self.source = source.map { SocketAddress($0, port: 0).native }
    }
  }

  /// What became of a call.
  public enum Outcome: Sendable, Hashable {
    /// So many bytes went over; for a read, zero at the end of what the other sends.
    case moved(Int)
    /// The kernel would have had to wait.
    case later
    /// The kernel's `errno`.
    case failed(Int32)
  }

  /// Begins to connect, and returns the socket's number at once, or the negative of an `errno`.
  ///
  /// With `abortsOnClose` its closing throws the connection away, so that the port is free again
  /// and nothing lingers.
  public static func connect(over route: inout Route, abortsOnClose: Bool) -> Int32 {
    let number = socket(
      route.target.family,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      Int32(IPPROTO_TCP))
    guard number >= 0 else { return -errno }
    var one: Int32 = 1
    var isReady =
      unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4)) == 0
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

  /// Binds to the source's address and leaves the port to `connect`, which knows which are free.
  private static func bindSource(_ number: Int32, _ route: inout Route) -> Bool {
    guard var source = route.source else { return true }
    var one: Int32 = 1
    let late = Int32(24)  // IP_BIND_ADDRESS_NO_PORT
    return unsafe setsockopt(number, Int32(IPPROTO_IP), late, &one, socklen_t(4)) == 0
      && source.withPointer { unsafe bind(number, $0, $1) } == 0
  }

  /// Sends as much as is taken at once, and never raises a signal.
  public static func send(_ bytes: Span<UInt8>, to number: Int32) -> Outcome {
    let flags = Int32(MSG_NOSIGNAL)
    return unsafe bytes.withUnsafeBytes { buffer in
      outcome { unsafe Glibc.send(number, buffer.baseAddress, buffer.count, flags) }
    }
  }

  /// Takes what has arrived, as much as fits.
  public static func receive(into bytes: inout MutableSpan<UInt8>, from number: Int32) -> Outcome {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      outcome { unsafe Glibc.recv(number, buffer.baseAddress, buffer.count, 0) }
    }
  }

  /// Lets the kernel stamp what arrives; tells whether it will.
  @discardableResult
  public static func stampArrivals(_ number: Int32) -> Bool { socket_stamp_arrivals(number) == 0 }

  /// Takes what has arrived, as much as fits, and the time of day at which the kernel had the last of
  /// it, in nanoseconds since 1970; `nil` where it tells none.
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

  /// Lets the closing of a socket throw its connection away; tells whether it will.
  @discardableResult
  public static func abortOnClose(_ number: Int32) -> Bool {
    var atOnce = Glibc.linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<Glibc.linger>.size)
    return unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &atOnce, size) == 0
  }

  /// Closes a socket that was made here.
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

  /// Whether an `errno` says that nobody listens there.
  public static func isRefusal(_ number: Int32) -> Bool { number == ECONNREFUSED }

  /// Whether an `errno` says that the other end threw the connection away.
  public static func isReset(_ number: Int32) -> Bool { number == ECONNRESET || number == EPIPE }
}

extension ClientSocket {
  /// How the last call on a socket failed, where a library made it; an end counts as nothing read.
  public static var lastFailure: Outcome {
    let number = errno
    return number == 0 ? .moved(0) : .failed(number)
  }
}
