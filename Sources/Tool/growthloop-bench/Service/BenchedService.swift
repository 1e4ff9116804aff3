import Vocabulary
import Foundation
import GrowthloopTransport
import Invites
import GrowthloopLinkService

/// The link service of this build in a separate process.
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
        try Self.tool(), "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder,
        "--behind-proxy",
        "--rate-per-address", "none", "--rate-per-user", "none",
      ] + options, onCore: core, environment: ["GROWTHLOOP_SECRET": Self.words])
    let said = try server.firstWords()
    secondsToStart = Double((MonotonicTime.now() - start).nanoseconds) / 1e9
    guard let port = said.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) })
    else { throw SystemTool.Trouble(description: "the service printed: \(said)") }
    address = SocketAddress(.loopbackV4, port: port)
  }

  /// Returns the path of the `growthloop` beside this program.
  private static func tool() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let tool = URL(filePath: own).deletingLastPathComponent().appending(path: "growthloop").path
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw SystemTool.Trouble(
        description: "'\(tool)' is missing: swift build -c release --product growthloop")
    }
    return tool
  }

  /// Returns a value of `GET /metrics`.
  func metric(_ name: String) throws -> Double {
    let socket = try OwnedDescriptor.connected(to: address, patience: .seconds(30))
    let request = RequestText("GET", "/metrics", host: "localhost")
      .bearing(token).with("Connection", "close")
    try socket.writeAll(request.bytes)
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
      throw SystemTool.Trouble(description: "the service has no metric '\(name)'")
    }
    return value
  }
}
