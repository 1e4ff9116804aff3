internal import CEpoll
internal import Glibc

extension OwnedDescriptor {
  /// Connects to `address` over TCP, and waits until that is done.
  ///
  /// Reads and writes wait too, and fail when their patience is at its end.
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

  /// Sends as much as is taken at once over a socket, and never raises a signal.
  ///
  /// - Returns: How many bytes were taken; `nil` where none can be taken yet.
  public func send(_ bytes: Span<UInt8>) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("send") {
        unsafe Glibc.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// Tells the other end of a socket that nothing more will come.
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
