import GrowthloopTransport
import GrowthloopReports

/// The address at which the service listens.
enum ListeningChoice {
  static let port = CommandOption(
    "--port", "N", "the port to listen on; 0 is any free port (default: 8080)")
  static let host = CommandOption(
    "--host", "A", "the address to listen on (default: this machine's own, by IPv4 and IPv6)")
  static let open = CommandOption(
    flag: "--public", "allows an address that other machines reach")
  static let options = [port, host, open]

  static func read(_ arguments: Arguments) throws -> ListeningPlace {
    let text = try arguments.one(self.port) ?? "8080"
    guard let port = UInt16(text) else {
      throw UsageError(description: "'--port \(text)' must be a number from 0 to 65535")
    }
    guard let host = try arguments.one(self.host) else { return .loopback(port: port) }
    guard let address = IPAddress(host) else {
      throw UsageError(description: "'--host \(host)' must be an address, such as 127.0.0.1 or ::")
    }
    guard address.isLoopback || arguments.has(open) else {
      throw UsageError(
        description: "other machines reach \(host): give '--public' to allow that")
    }
    return .address(SocketAddress(address, port: port))
  }
}

extension ListeningPlace {
  /// Whether only this machine can connect.
  var isLoopback: Bool {
    switch self {
    case .loopback: true
    case .address(let place): place.address.isLoopback
    }
  }
}
