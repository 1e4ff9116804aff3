package import GrowthloopStudies
package import GrowthloopReports
package import GrowthloopFindings

/// The console of a process among ranks: rank 0 prints for all.
package final class RankConsole: Console {
  fileprivate let group: RankGroup
  private let console: any Console
  private let isFirst: Bool
  /// What another rank than the first would have said last.
  package private(set) var lastComplaint = ""
  private var progressShown = ContinuousClock.now

  package init(_ console: any Console, _ group: RankGroup) {
    self.console = console
    self.group = group
    isFirst = group.transport.rank == 0
  }

  package func read() throws -> [UInt8] { isFirst ? try console.read() : [] }
  package func write(_ text: String) throws { if isFirst { try console.write(text) } }
  package func flush() throws { if isFirst { try console.flush() } }

  package func complain(_ text: String) {
    if isFirst { console.complain(text) } else { lastComplaint = text }
  }

  package var inputIsTerminal: Bool { isFirst && console.inputIsTerminal }
  /// A launcher may lend a terminal to what goes to a file.
  package var form: TextForm { .plain }
  package func dropColour() { console.dropColour() }
  package func variable(_ name: String) -> String? { console.variable(name) }

  /// Writes a line now and then: a launcher leaves no terminal for what is no result.
  package func show(progress: String) {
    let now = ContinuousClock.now
    guard isFirst, !progress.isEmpty, now - progressShown >= .seconds(10) else { return }
    progressShown = now
    console.complain(progress)
  }

  package var tool: String { console.tool }

  package func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    console.watchForInterrupts(action)
  }
}

extension Console {
  /// The ranks that this process belongs to; `nil` for a process of its own.
  package var ranks: RankGroup? { (self as? RankConsole)?.group }
}
