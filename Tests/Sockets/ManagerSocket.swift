import Glibc
import GrowthloopTransport

/// The socket at which a service manager hears of its services.
public final class ManagerSocket: Sendable {
  /// What `NOTIFY_SOCKET` says: a path, or a name without a file, which begins with `@`.
  public let name: String
  private let socket: OwnedDescriptor

  /// Binds a socket; a read that waits longer than half a minute fails.
  public init(_ name: String) throws {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = OwnedDescriptor(
      owning: try systemCall("socket") { Glibc.socket(AF_UNIX, kind, 0) })
    let number = socket.number
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    try systemCall("setsockopt") {
      unsafe setsockopt(
        number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      for (place, byte) in bytes.enumerated() { unsafe path[place] = byte }
      if bytes.first == UInt8(ascii: "@") { unsafe path[0] = 0 }
    }
    let length = socklen_t(2 + bytes.count + (bytes.first == UInt8(ascii: "@") ? 0 : 1))
    try systemCall("bind", on: name) {
      unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(number, $0, length)
        }
      }
    }
    self.name = name
    self.socket = socket
  }

  /// Returns the lines of the next datagram.
  public func receive() throws -> [String] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let number = socket.number
    let count = try systemCall("recv", on: name) {
      unsafe recv(number, &bytes, bytes.count, 0)
    }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
