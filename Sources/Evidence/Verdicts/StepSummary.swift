import Gates

/// A verdict as a page of Markdown, such as a step of GitHub Actions shows it.
public struct StepSummary {
  private let run: RunVerdict

  public init(of run: RunVerdict) { self.run = run }

  public var text: String {
    let parts =
      [heading, run.question.map(Self.escaped), run.sentence.capitalizedAtStart + ".", table]
      + notes + [remedies, "Again: \(Self.code(run.command))"]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var heading: String { "## \(Self.sign(run.verdict)) \(Self.escaped(run.title))" }

  private var table: String {
    let rows = run.stages.flatMap { stage in
      stage.gates.map { gate in
        let name = [stage.name, gate.subject].compactMap(\.self).joined(separator: ", ")
        return [
          Self.escaped(name), Self.code(gate.gate), Self.escaped(gate.measuredText),
          Self.escaped(gate.intervalText), "\(Self.sign(gate.verdict)) \(gate.verdict)",
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    let header = ["stage", "gate", "measured", "95% interval", "verdict"]
    return ([header, header.map { _ in "---" }] + rows).map {
      "| " + $0.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private var notes: [String] {
    run.stages.compactMap { stage in
      stage.note.map { "**\(Self.escaped(stage.name))**: \(Self.escaped($0))" }
    }
  }

  /// What is not kept, and what to run next.
  private var remedies: String {
    run.stages.flatMap(\.gates).filter { $0.verdict != .kept }.map { gate in
      let next = gate.next.map { "\n  Next: \(Self.code($0))" } ?? ""
      return "- \(Self.code(gate.gate)) \(gate.verdict): \(Self.escaped(gate.moved)).\(next)"
    }.joined(separator: "\n")
  }

  private static func sign(_ verdict: GateVerdict) -> String {
    switch verdict {
    case .kept: "✅"
    case .missed: "❌"
    case .undecided: "❔"
    }
  }

  /// Code on one line, fenced by more backticks than it holds; a pipe would end a cell.
  static func code(_ text: String) -> String {
    let runs = text.split { $0 != "`" }.map(\.count)
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + oneLine(text).replacing("|", with: "\\|") + space + fence
  }

  /// Text that means itself in Markdown.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in oneLine(text) {
      if "\\`*_{}[]<>#|~".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
