internal import CGrowthloopEpoll
internal import Glibc

extension OwnedDescriptor {
  /// Connects to `address` over TCP, and blocks until connected.
  ///
  /// Reads and writes block too, and fail after their time limits.
  public static func connected(
    to address: SocketAddress, patience: Duration? = nil
  ) throws(SystemCallError) -> OwnedDescriptor {
    let socket = OwnedDescriptor(
      owning: try systemCall("socket", on: "\(address)") {
        Glibc.socket(
          address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(IPPROTO_TCP))
      })
    let number = socket.number
    try number.set(TCP_NODELAY, at: Int32(IPPROTO_TCP))
    if let patience {
      try number.set(SO_RCVTIMEO, to: patience)
      try number.set(SO_SNDTIMEO, to: patience)
    }
    var native = address.native
    try systemCall("connect", on: "\(address)") {
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
  fileprivate func set(_ option: Int32, to limit: Duration) throws(SystemCallError) {
    let (seconds, attoseconds) = limit.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    try systemCall("setsockopt") {
      unsafe setsockopt(self, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }
}
