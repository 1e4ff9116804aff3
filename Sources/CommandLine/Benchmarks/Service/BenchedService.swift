import Foundation
import Invites
import LinkService
import LinuxIO
import Secrets
import Vocabulary

/// The link service of this build as a process of its own.
final class BenchedService {
  let server: PinnedServer
  let address: SocketAddress
  let token: String
  let secondsToStart: Double

  private static let words = "a secret for measurements alone"

  init(in folder: String, onCore core: Int, _ options: [String] = []) throws {
    guard let secret = Secret(Array(Self.words.utf8)) else {
      preconditionFailure("the words are long enough for a secret")
    }
    token = ServiceKeys(secret).tokens.text(
      of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(1)))
    let start = MonotonicTime.now()
    server = try PinnedServer(
      [
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), "serve",
        "--host", "127.0.0.1", "--port", "0", "--data", folder, "--behind-proxy",
        "--rate-per-address", "none", "--rate-per-user", "none",
      ] + options, onCore: core, environment: ["GROWTHLOOP_SECRET": Self.words])
    let said = try server.firstWords()
    secondsToStart = Double((MonotonicTime.now() - start).nanoseconds) / 1e9
    guard let port = said.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) })
    else { throw SystemTool.Trouble(description: "the service said: \(said)") }
    address = SocketAddress(.loopbackV4, port: port)
  }

  /// A call of the backend, as bytes.
  func call(_ method: String, _ path: String, _ fields: String = "", body: String = "") -> [UInt8] {
    Array(
      ("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
        + "\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
  }

  /// A figure of `GET /metrics`.
  func metric(_ name: String) throws -> Double {
    let socket = try OwnedDescriptor.connected(to: address, patience: .seconds(30))
    try socket.writeAll(call("GET", "/metrics", "Connection: close\r\n"))
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var span = part.mutableSpan
      guard let count = try socket.read(into: &span), count > 0 else { break }
      text += part[..<count]
    }
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("\(name) ") }
    guard let value = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
      throw SystemTool.Trouble(description: "the service counts no \(name)")
    }
    return value
  }
}
