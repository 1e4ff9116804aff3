public import GrowthloopFindings
import Statistics

/// A verdict as a page of Markdown, such as a step of GitHub Actions shows it.
public struct StepSummary {
  private let run: GateFindings

  public init(of run: GateFindings) { self.run = run }

  public var text: String {
    let parts =
      [heading, run.question.map(Markdown.line), run.sentence.capitalizedAtStart + "."]
      + goals + [table]
      + notes + [remedies, "Reproduce with: \(Markdown.span(run.command))"]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The goals that the simulation does not support, before the gates.
  private var goals: [String] {
    guard let section = run.goals.section else { return [] }
    return [run.goals.sentence().map(Markdown.line)].compactMap(\.self)
      + ["### \(Markdown.line(section.title))"] + section.blocks.flatMap(Markdown.parts)
      + [run.answer?.basis.map(Markdown.line)].compactMap(\.self)
  }

  private var heading: String { "## \(Self.sign(run.verdict)) \(Markdown.line(run.title))" }

  private var table: String {
    let rows = run.stages.flatMap { stage in
      stage.gates.map { gate in
        let name = [stage.name, gate.subject].compactMap(\.self).joined(separator: ", ")
        return [
          Markdown.line(name), Markdown.span(gate.gate),
          Markdown.line(gate.measured.value == nil ? "nothing" : gate.measured.text),
          Markdown.line(gate.measured.ends), "\(Self.sign(gate.verdict)) \(gate.verdict)",
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    return Markdown.table(
      [
        "stage", "gate", .number("measured"), .number("95% interval"), "verdict",
      ], rows)
  }

  private var notes: [String] {
    run.stages.compactMap { stage in
      let remarks = stage.remarks.map(Markdown.line)
      guard !remarks.isEmpty else { return nil }
      return "**\(Markdown.line(stage.name))**:"
        + (remarks.count == 1
          ? " \(remarks[0])" : "\n\n" + remarks.map { "- \($0)" }.joined(separator: "\n"))
    }
  }

  /// The gates that are not kept, and the next command.
  private var remedies: String {
    run.stages.flatMap(\.gates).filter { $0.verdict != .kept }.map { gate in
      let next = gate.next.map { "\n  Next: \(Markdown.span($0))" } ?? ""
      return "- \(Markdown.span(gate.gate)) \(gate.verdict): \(Markdown.line(gate.why)).\(next)"
    }.joined(separator: "\n")
  }

  private static func sign(_ verdict: GateVerdict) -> String {
    switch verdict {
    case .kept: "✅"
    case .missed: "❌"
    case .undecided: "❔"
    }
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
