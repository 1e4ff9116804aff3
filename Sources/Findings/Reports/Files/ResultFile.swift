public import GrowthloopFindings

/// A file that a run writes.
public struct ResultFile: Sendable {
  public let name: String
  public let text: String

  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// A verdict as workflow commands of GitHub Actions, which annotate a run with its failures.
public struct Annotations {
  /// A command for each missed or undecided gate, and each incomplete stage.
  public let lines: [String]

  public init(of run: GateFindings, undecided mark: UndecidedMark = .error) {
    lines = run.stages.flatMap { stage in
      let gates = stage.gates.filter { $0.verdict != .kept }.map { gate in
        let isError = mark.mark(of: gate) == .failure
        let next = gate.next.map { "\nNext: \($0)" } ?? ""
        return Self.command(
          isError ? "error" : "warning", title: "\(stage.name): \(gate.gate) \(gate.verdict)",
          gate.why + next)
      }
      let unfinished = Self.command(
        "error", title: "\(stage.name): did not run to its end", stage.note ?? "interrupted")
      return gates + (stage.ending == .complete ? [] : [unfinished])
    }
  }

  private static func command(_ level: String, title: String, _ message: String) -> String {
    let title = escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "::\(level) title=\(title)::\(escaped(message))"
  }

  /// Returns the text with escaped line ends, since a command ends with its line.
  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
