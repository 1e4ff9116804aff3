internal import CEpoll
internal import Glibc

extension OwnedDescriptor {
  /// Connects to `address` over TCP, and waits until that is done; reads and writes wait too.
  public static func connected(to address: SocketAddress) throws(SystemCallError) -> OwnedDescriptor
  {
    let socket = OwnedDescriptor(
      owning: try systemCall("socket", on: "\(address)") {
        Glibc.socket(
          address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue),
          Int32(IPPROTO_TCP))
      })
    let number = socket.number
    try number.set(TCP_NODELAY, at: Int32(IPPROTO_TCP))
    var native = address.native
    try systemCall("connect", on: "\(address)") {
      unsafe native.withPointer { unsafe connect(number, $0, $1) }
    }
    return socket
  }
}

/// What can be done to a socket that another owns.
public enum BorrowedSocket {
  /// Sends as much as is taken at once, and never raises a signal; tells how much was taken.
  public static func send(_ bytes: [UInt8], to number: Int32) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return max(0, unsafe Glibc.send(number, bytes, bytes.count, flags))
  }

  /// Tells the other end that nothing more will come.
  public static func finishSending(_ number: Int32) {
    _ = shutdown(number, Int32(SHUT_WR))
  }

  /// Ends both directions; what was sent still arrives.
  public static func end(_ number: Int32) {
    _ = shutdown(number, Int32(SHUT_RDWR))
  }

  /// Forgets up to so many bytes that have arrived.
  public static func discardReceived(from number: Int32, atMost count: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = unsafe recv(number, &bytes, count, Int32(MSG_DONTWAIT))
  }
}
