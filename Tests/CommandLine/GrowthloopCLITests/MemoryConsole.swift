import Foundation
import GrowthloopCLI

/// A console whose input and output are text in memory.
class MemoryConsole: Console {
  private var input: [UInt8]
  private(set) var output = ""
  private(set) var complaints = ""
  private let variables: [String: String]
  /// How many bytes one read yields, so that lines fall apart between reads.
  private let chunk: Int
  let width: Int

  init(
    _ input: [UInt8] = [], variables: [String: String] = [:], chunk: Int = 7, width: Int = 100
  ) {
    self.input = input
    self.width = width
    self.variables = variables
    self.chunk = chunk
  }

  func read() -> [UInt8] {
    let bytes = Array(input.prefix(chunk))
    input.removeFirst(bytes.count)
    return bytes
  }

  func write(_ text: String) { output += text }
  func complain(_ text: String) { complaints += text + "\n" }
  func flush() {}
  func show(progress: String) {}
  var inputIsTerminal: Bool { false }
  /// It stands beside the tests.
  var tool: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "growthloop").path
  }
  func variable(_ name: String) -> String? { variables[name] }
  func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? { nil }
}

/// A console at which somebody presses Ctrl-C as soon as anything takes long.
final class InterruptedConsole: MemoryConsole {
  override func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    action()
    return nil
  }
}

/// A console at which somebody presses Ctrl-C when progress has come so far.
final class PatientConsole: MemoryConsole {
  private let limit: String
  private var action: (@Sendable () -> Void)?

  init(until limit: String) {
    self.limit = limit
    super.init()
  }

  override func show(progress: String) {
    if progress.hasPrefix(limit) { action?() }
  }

  override func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    // The first watches over the whole command.
    if self.action == nil { self.action = action }
    return nil
  }
}

/// What a run of the tool came to.
struct Outcome {
  let code: ExitCode
  let output: String
  let complaints: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Runs the tool on `input`.
func growthloop(
  _ arguments: String..., input: String = "", variables: [String: String] = [:]
) -> Outcome {
  run(arguments, Array(input.utf8), variables: variables)
}

func run(
  _ arguments: [String], _ input: [UInt8], variables: [String: String] = [:], chunk: Int = 7
) -> Outcome {
  let console = MemoryConsole(input, variables: variables, chunk: chunk)
  let code = Growthloop.run(arguments, on: console)
  return Outcome(code: code, output: console.output, complaints: console.complaints)
}
