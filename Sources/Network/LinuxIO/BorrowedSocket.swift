internal import Glibc

/// What can be done to a socket that another owns.
public enum BorrowedSocket {
  /// Sends as much as is taken at once, and never raises a signal; tells how much was taken.
  public static func send(_ bytes: [UInt8], to number: Int32) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return max(0, unsafe Glibc.send(number, bytes, bytes.count, flags))
  }

  /// Lets reads and writes return at once from now on, with nothing where nothing can be done yet.
  public static func stopWaiting(_ number: Int32) throws(SystemCallError) {
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
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
