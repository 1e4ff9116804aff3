import Foundation

/// A system program that a measurement requires.
public enum SystemTool: String, CaseIterable, Sendable {
  case taskset
  case wrk
  case nginx
  case perf

  /// The reason why a measurement is impossible.
  public struct Trouble: Error, CustomStringConvertible {
    public let description: String
  }

  /// The Debian package of the program.
  private var package: String {
    switch self {
    case .taskset: "util-linux"
    case .wrk: "wrk"
    case .nginx: "nginx-light"
    case .perf: "linux-perf"
    }
  }

  /// The path of the program; `nil` if it is not installed.
  var path: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
    return folders.map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  func command(_ arguments: [String]) throws -> [String] {
    guard let path else {
      throw Trouble(
        description: "'\(rawValue)' is missing: apt-get install \(package)")
    }
    return [path] + arguments
  }

  /// Runs the program to its end.
  ///
  /// - Returns: Its standard output and standard error.
  @discardableResult
  func run(_ arguments: [String]) throws -> (output: String, complaints: String) {
    let command = try command(arguments)
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = arguments
    let output = Pipe()
    // A file, because two pipes would have to be read at once.
    let complaints = FileManager.default.temporaryDirectory.appending(path: "said-\(UUID())")
    try Data().write(to: complaints)
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: complaints)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let said = String(decoding: (try? Data(contentsOf: complaints)) ?? Data(), as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Trouble(description: "\(rawValue) failed: \(said.prefix(300))")
    }
    return (String(decoding: printed, as: UTF8.self), said)
  }
}
