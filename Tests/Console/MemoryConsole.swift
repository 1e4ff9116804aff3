import Foundation
public import GrowthloopReports
public import GrowthloopFindings

/// A console whose input and output are text in memory.
open class MemoryConsole: Console {
  private var input: [UInt8]
  public private(set) var output = ""
  public private(set) var complaints = ""
  private let variables: [String: String]
  /// How many bytes one read yields, so that lines fall apart between reads.
  private let chunk: Int
  public private(set) var form: TextForm

  public init(
    _ input: [UInt8] = [], variables: [String: String] = [:], chunk: Int = 7,
    form: TextForm = .plain
  ) {
    self.input = input
    self.form = form
    self.variables = variables
    self.chunk = chunk
  }

  open func read() -> [UInt8] {
    let bytes = Array(input.prefix(chunk))
    input.removeFirst(bytes.count)
    return bytes
  }

  open func write(_ text: String) { output += text }
  open func complain(_ text: String) { complaints += text + "\n" }
  open func flush() {}
  open func dropColour() { form = TextForm(width: form.width, hasColour: false) }
  open func show(progress: String) {}
  open var progressWidth: Int? { nil }
  open var inputIsTerminal: Bool { false }
  /// It stands beside the tests.
  public var tool: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "growthloop").path
  }
  open func variable(_ name: String) -> String? { variables[name] }
  open func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? { nil }
}
