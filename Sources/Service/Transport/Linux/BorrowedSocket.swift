internal import Glibc

/// Operations on a socket with another owner.
public enum BorrowedSocket {
  /// Sends as much as the kernel takes at once, without raising a signal; returns the number of
  /// bytes.
  public static func send(_ bytes: [UInt8], to number: Int32) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return max(0, unsafe Glibc.send(number, bytes, bytes.count, flags))
  }

  /// Makes the socket non-blocking.
  public static func stopWaiting(_ number: Int32) throws(SystemCallError) {
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Shuts down the sending direction.
  public static func finishSending(_ number: Int32) {
    _ = shutdown(number, Int32(SHUT_WR))
  }

  /// Shuts down both directions; sent bytes still arrive.
  public static func end(_ number: Int32) {
    _ = shutdown(number, Int32(SHUT_RDWR))
  }

  /// Discards at most `count` received bytes.
  public static func discardReceived(from number: Int32, atMost count: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = unsafe recv(number, &bytes, count, Int32(MSG_DONTWAIT))
  }
}
