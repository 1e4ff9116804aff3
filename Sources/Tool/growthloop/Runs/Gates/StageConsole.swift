import GrowthloopReports
import GrowthloopFindings

/// A console that adds the name of the stage to its progress.
final class StageConsole: Console {
  private let console: any Console
  private let title: String

  init(_ console: any Console, title: String) {
    self.console = console
    self.title = title
  }

  func show(progress: String) {
    console.show(progress: progress.isEmpty ? "" : "\(title): \(progress)")
  }

  func read() throws -> [UInt8] { try console.read() }
  func write(_ text: String) throws { try console.write(text) }
  func complain(_ text: String) { console.complain(text) }
  func flush() throws { try console.flush() }
  var inputIsTerminal: Bool { console.inputIsTerminal }
  var form: TextForm { console.form }
  func variable(_ name: String) -> String? { console.variable(name) }
  var tool: String { console.tool }

  func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    console.watchForInterrupts(action)
  }
}
