import LinuxIO
import WebServer

/// Where the service listens.
enum ListeningChoice {
  static let options = ["--host", "--port"]
  static let flag = "--public"

  static let help = """
      --port N              the port to listen at; 8080, and 0 is any that is free
      --host A              the address to listen at; without it, only this machine is answered
      --public              allows an address that other machines reach
    """

  static func read(_ arguments: Arguments) throws -> ListeningPlace {
    let text = try arguments.one("--port") ?? "8080"
    guard let port = UInt16(text) else {
      throw UsageError(description: "'--port \(text)' must be a number from 0 to 65535")
    }
    guard let host = try arguments.one("--host") else { return .loopback(port: port) }
    guard let address = IPAddress(host) else {
      throw UsageError(description: "'--host \(host)' must be an address, such as 127.0.0.1 or ::")
    }
    guard address.isLoopback || arguments.has(flag) else {
      throw UsageError(
        description: "other machines reach \(host): say '--public' if that is what you want")
    }
    return .address(SocketAddress(address, port: port))
  }
}

extension ListeningPlace {
  /// Whether only this machine is answered.
  var isLoopback: Bool {
    switch self {
    case .loopback: true
    case .address(let place): place.address.isLoopback
    }
  }
}
