import Dispatch
import Foundation
import Synchronization
import GrowthloopReports

/// A program that runs to its end, or until an interrupt.
struct ChildRun {
  let status: Int32
  /// The output, with standard error.
  let said: String

  /// The error: the first line that reports one, or else the last line.
  var complaint: String {
    let lines = said.split(whereSeparator: \.isNewline).filter { line in
      line.contains { !$0.isWhitespace }
    }
    let line = lines.first { $0.contains("error:") || $0.hasPrefix("growthloop:") } ?? lines.last
    return line?.trimmingCharacters(in: .whitespaces) ?? "it printed nothing"
  }

  /// Runs a program, and calls `onLine` with its latest line.
  ///
  /// - Throws: `InputOutputError` where it cannot be started.
  static func run(
    _ program: String, _ words: [String], in folder: String? = nil, within patience: Int? = nil,
    until interrupt: Interrupt? = nil, onLine: (String) -> Void = { _ in }
  ) throws -> ChildRun {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    do {
      try process.run()
    } catch {
      throw InputOutputError(
        description: "'\(program)' cannot be run: \(FileErrorText.reason(error))")
    }
    let handle = ChildHandle(process.processIdentifier)
    interrupt?.onInterrupt { handle.terminate() }
    if let patience {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience)) {
        handle.terminate()
      }
    }
    var said: [UInt8] = []
    while true {
      let part = pipe.fileHandleForReading.availableData
      guard !part.isEmpty, said.count < mostBytes else { break }
      said += part
      let line = part.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).last
      if let line { onLine(String(decoding: line, as: UTF8.self)) }
    }
    if said.count >= mostBytes { handle.terminate() }
    process.waitUntilExit()
    handle.forget()
    return ChildRun(status: process.terminationStatus, said: String(decoding: said, as: UTF8.self))
  }

  /// The limit of output; no program that starts here writes more.
  private static let mostBytes = 64 << 20
}

/// A child process that can be terminated while it exists.
private final class ChildHandle: Sendable {
  private let number: Mutex<pid_t?>

  init(_ number: pid_t) {
    self.number = Mutex(number)
  }

  func terminate() {
    number.withLock { number in
      if let number { kill(number, SIGTERM) }
    }
  }

  /// Forgets the process number, which the system may reuse from now on.
  func forget() {
    number.withLock { $0 = nil }
  }
}
