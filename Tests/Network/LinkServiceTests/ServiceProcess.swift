import Foundation
import Glibc
import LinuxIO
import TestSockets

/// `growthloop serve` as a process of its own, that may be killed.
final class ServiceProcess {
  struct NotListening: Error {
    let said: String
  }

  let address: SocketAddress
  private let process = Process()
  private let complaints = Pipe()

  /// Starts the tool of this build over a folder, and waits until it listens.
  init(in folder: String, _ options: [String] = []) throws {
    process.executableURL = Self.tool
    process.arguments =
      ["serve", "--port", "0", "--host", "127.0.0.1", "--data", folder] + options
    process.environment = ["GROWTHLOOP_SECRET": "a secret for tests alone"]
    process.standardError = complaints
    try process.run()
    var said = ""
    while !said.contains("\n") {
      let part = complaints.fileHandleForReading.availableData
      guard !part.isEmpty else { throw NotListening(said: said) }
      said += String(decoding: part, as: UTF8.self)
    }
    guard let colon = said.lastIndex(of: ":"),
      let port = UInt16(said[colon...].dropFirst().prefix { $0.isNumber })
    else { throw NotListening(said: said) }
    address = SocketAddress(.loopbackV4, port: port)
  }

  /// The tool stands beside the tests.
  private static var tool: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "growthloop")
  }

  /// Ends it without a warning.
  func kill() {
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks it to stop, and returns its exit code and what it said.
  func stop() -> (code: Int32, said: String) {
    process.terminate()
    let said = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
