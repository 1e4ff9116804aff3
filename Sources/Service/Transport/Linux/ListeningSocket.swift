internal import CGrowthloopEpoll
internal import Glibc

/// A TCP socket that accepts connections.
public struct ListeningSocket: ~Copyable {
  /// An accepted connection and its peer address.
  public struct Connection: ~Copyable {
    public let peer: SocketAddress
    public let socket: OwnedDescriptor

    /// Releases the descriptor to an owner outside Swift, which closes it.
    public consuming func release() -> Int32 { socket.release() }
  }

  public let descriptor: OwnedDescriptor
  /// The bound address, with the actual port.
  public let address: SocketAddress

  /// Begins to listen; port 0 selects a free port.
  public init(on address: SocketAddress, backlog: Int32 = 4096) throws(SystemCallError) {
    let descriptor = OwnedDescriptor(
      owning: try systemCall("socket", on: "\(address)") {
        socket(
          address.family,
          Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
          Int32(IPPROTO_TCP))
      })
    let number = descriptor.number
    // A restarted server must not wait for the kernel to drop its old connections.
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

  /// Accepts the next connection, as a non-blocking socket; `nil` if none waits.
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
