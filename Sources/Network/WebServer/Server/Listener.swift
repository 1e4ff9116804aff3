public import LinuxIO

/// Where a server listens.
public enum ListeningPlace: Hashable, Sendable {
  /// For this machine alone, over IPv4 and, where there is any, IPv6; port 0 is any that is free.
  case loopback(port: UInt16)
  /// One address, such as `0.0.0.0` for all of this machine's.
  case address(SocketAddress)
}

/// A listening socket that an array can hold.
final class Listener {
  let socket: ListeningSocket

  private init(on address: SocketAddress) throws(SystemCallError) {
    socket = try ListeningSocket(on: address)
  }

  /// Listens at a place.
  static func open(at place: ListeningPlace) throws(SystemCallError) -> [Listener] {
    switch place {
    case .address(let address):
      return [try Listener(on: address)]
    case .loopback(let port):
      // A port that is free in one family may be taken in the other: then another is tried.
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
