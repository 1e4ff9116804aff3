/// The place at which a server listens.
public enum ListeningPlace: Hashable, Sendable {
  /// The loopback addresses of IPv4 and, if available, IPv6; port 0 selects a free port.
  case loopback(port: UInt16)
  /// One address, such as `0.0.0.0` for all interfaces.
  case address(SocketAddress)
}

/// A listening socket with a reference, for arrays.
final class Listener {
  let socket: ListeningSocket

  private init(on address: SocketAddress) throws(SystemCallError) {
    socket = try ListeningSocket(on: address)
  }

  /// Opens the sockets of a place.
  static func open(at place: ListeningPlace) throws(SystemCallError) -> [Listener] {
    switch place {
    case .address(let address):
      return [try Listener(on: address)]
    case .loopback(let port):
      // A port that is free in one address family may be taken in the other: then another is tried.
      for _ in 0..<16 {
        let four = try Listener(on: SocketAddress(.loopbackV4, port: port))
        do {
          let six = SocketAddress(.loopbackV6, port: four.socket.address.port)
          return [four, try Listener(on: six)]
        } catch  where error.isMissingFamily {
          return [four]
        } catch  where error.isAddressInUse && port == 0 {
          continue
        }
      }
      throw SystemCallError.noFreePort
    }
  }
}
