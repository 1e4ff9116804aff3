import Foundation
import GrowthloopTransport
import TestSupport

/// OpenSSL's own server, with a certificate of its own making.
final class TLSServer {
  private static let openssl = "/usr/bin/openssl"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: openssl) }

  let port: UInt16
  let process: Process
  /// Holds `cert.pem` and `key.pem`, of the name localhost.
  let folder: URL

  /// Starts a server that answers with a page about the connection, unless told otherwise.
  init(_ behaviour: String = "-www") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let make = Self.openSSL(
      "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem",
      in: folder)
    try make.run(minutesAtMost: 10)
    make.waitUntilExit()
    port = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0)).address.port
    process = Self.openSSL(
      "s_server -quiet \(behaviour) -key key.pem -cert cert.pem -port \(port)", in: folder)
    try process.run(minutesAtMost: 10)
    for _ in 0..<1_000 {
      let here = SocketAddress(.loopbackV4, port: port)
      if (try? OwnedDescriptor.connected(to: here)) != nil { break }
      // Leaves the processor to the server for a moment.
      var poller = try Poller()
      _ = try poller.wait(nanoseconds: 10_000_000)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Ends the server at once.
  func stop() {
    // Threads of tests may block the signal that asks, and children inherit that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func openSSL(_ arguments: String, in folder: URL) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: openssl)
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}
