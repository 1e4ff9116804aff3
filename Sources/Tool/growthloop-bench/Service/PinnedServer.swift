import Foundation

/// A server in a separate process, bound to one core.
final class PinnedServer {
  private let process = Process()
  private let complaints = Pipe()

  var id: Int32 { process.processIdentifier }

  init(_ command: [String], onCore core: Int, environment: [String: String] = [:]) throws {
    let command = try SystemTool.taskset.command(["-c", "\(core)"] + command)
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardError = complaints
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  deinit { stop() }

  /// Waits for the first line of the server's standard error, and returns it.
  func firstWords() throws -> String {
    var said = ""
    while !said.contains("\n") {
      let part = complaints.fileHandleForReading.availableData
      guard !part.isEmpty else {
        throw SystemTool.Trouble(description: "a server ended: \(said)")
      }
      said += String(decoding: part, as: UTF8.self)
    }
    return said
  }

  /// The resident memory in bytes.
  var residentBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
