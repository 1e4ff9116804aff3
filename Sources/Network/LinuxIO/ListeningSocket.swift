internal import CEpoll
internal import Glibc

/// A socket that takes connections over TCP.
public struct ListeningSocket: ~Copyable {
  /// A connection that was taken, and who is at its other end.
  public struct Connection: ~Copyable {
    public let peer: SocketAddress
    public let socket: OwnedDescriptor

    /// Hands the socket to an owner outside Swift, who closes it.
    public consuming func release() -> Int32 { socket.release() }
  }

  public let descriptor: OwnedDescriptor
  /// Where it listens; the port is the one that was given, where any was asked for.
  public let address: SocketAddress

  /// Begins to listen; at any free port where the address says port 0.
  public init(on address: SocketAddress, backlog: Int32 = 4096) throws(SystemCallError) {
    let descriptor = OwnedDescriptor(
      owning: try systemCall("socket", on: "\(address)") {
        socket(
          address.family,
          Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
          Int32(IPPROTO_TCP))
      })
    let number = descriptor.number
    // A server that starts again must not wait for its former connections to be forgotten.
    try number.set(SO_REUSEADDR, at: SOL_SOCKET)
    if address.family == AF_INET6 { try number.set(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6)) }
    var native = address.native
    try systemCall("bind", on: "\(address)") {
      unsafe native.withPointer { unsafe bind(number, $0, $1) }
    }
    try systemCall("listen", on: "\(address)") { listen(number, backlog) }
    var bound = SocketAddress.Native()
    try systemCall("getsockname") {
      unsafe bound.withPointer { unsafe getsockname(number, $0, &$1) }
    }
    self.address = SocketAddress(bound)
    self.descriptor = descriptor
  }

  /// Takes the next connection, or `nil` if none waits; its socket does not wait either.
  public func accept() throws(SystemCallError) -> Connection? {
    let number = descriptor.number
    while true {
      var native = SocketAddress.Native()
      do throws(SystemCallError) {
        let socket = try systemCallWithoutWaiting("accept4") { () -> Int32 in
          unsafe native.withPointer {
            unsafe accept4(
              number, $0, &$1, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
          }
        }
        guard let socket else { return nil }
        return Connection(peer: SocketAddress(native), socket: OwnedDescriptor(owning: socket))
      } catch  where error.number == ECONNABORTED {
        continue  // It was gone before it was taken.
      }
    }
  }
}
