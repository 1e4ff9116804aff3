public import GrowthloopFindings
import Statistics

/// Findings that have a page.
public protocol ReportedFindings: RunFindings {
  /// Returns the page of the run; a gate plan reads its stages in `folder`.
  func report(in folder: RunFolder) throws -> Report
  /// The opening of the report; `nil` for a kind without one.
  var answer: ReportAnswer? { get }
  /// The goals of the simulated document; empty for a kind without any.
  var goals: [Measured<GoalFound>] { get }
}

extension ReportedFindings {
  public var answer: ReportAnswer? { nil }

  /// Returns the text of `run.json`, with the answer in words.
  public func jsonWithAnswer() throws -> String { try json(answering: answer?.paragraphs) }
  public var goals: [Measured<GoalFound>] { [] }
}

/// Every kind of run that writes a folder.
public enum RunKinds {
  public static let all: [any ReportedFindings.Type] = [
    SimulationFindings.self, MatchingFindings.self, ComparisonFindings.self, SweepFindings.self,
    LoadFindings.self, CapacityFindings.self, ContactsFindings.self, GateFindings.self,
    RehearsalFindings.self, RegressFindings.self, HistoryFindings.self, SolveFindings.self,
    ExperimentFindings.self, RolloutFindings.self, CalibrationFindings.self,
    ForecastFindings.self,
  ]

  /// Returns the report of the run in that folder.
  public static func report(of folder: RunFolder) throws -> Report {
    try folder.findings(kind(of: folder)).report(in: folder)
  }

  public static func kind(of folder: RunFolder) throws -> any ReportedFindings.Type {
    let head = try folder.head()
    guard let name = head.kind else {
      throw UnreadableRun(
        "\(folder.name)/run.json says no kind: no run of growthloop, or one of an older version")
    }
    guard name != PartFindings.kind else {
      throw UnreadableRun(
        "'\(folder.name)' is a part of a run: 'growthloop merge' joins parts, and makes the page")
    }
    guard let kind = all.first(where: { $0.kind == name }) else {
      let known = all.map { "'\($0.kind)'" }.joined(separator: ", ")
      let writer = head.version.map { ", written by growthloop \($0)" } ?? ""
      throw UnreadableRun(
        "\(folder.name)/run.json is of the kind '\(name)'\(writer); known are \(known)")
    }
    return kind
  }
}

extension GateFindings: ReportedFindings {
  /// Returns the page of `gate`: the verdict on top, then the contents of each stage's page.
  public func report(in folder: RunFolder) throws -> Report {
    let gates = named
    var report = Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("Gates", "\(gates.count)"), .init("Stages", "\(stages.count)"),
        .init("Took", NumberStyle.seconds.text(seconds)),
      ],
      verdict: Report.Verdict(verdict, Report.Verdict(gates)?.words ?? "There was no gate."),
      sections: [
        goals.section,
        Section("Gates", anchor: "gates", gates.isEmpty ? [] : [.gates(gates)]),
        Section("Stages", anchor: "stages", [.table(stageTable)] + stageRemarks),
      ].compactMap(\.self))
    for (place, stage) in stages.enumerated() {
      report.sections += try Self.sections(of: stage, number: place + 1, in: folder)
    }
    return report
  }

  /// The gates under the names of their stages, where there are several: their words may be equal.
  private var named: [JudgedGate] {
    stages.flatMap { stage in
      stage.gates.map { gate in
        var gate = gate
        let names = [stages.count > 1 ? stage.name : nil, gate.subject].compactMap(\.self)
        gate.subject = names.isEmpty ? nil : names.joined(separator: ", ")
        return gate
      }
    }
  }

  private var stageTable: Table {
    Table(
      ["stage", "plan", "kind", .number("took")],
      stages.map { stage in
        [stage.name, stage.title, stage.kind, NumberStyle.seconds.text(stage.seconds)]
      })
  }

  /// The remarks on the stages, a line each; empty without any.
  private var stageRemarks: [Block] {
    let remarks = stages.flatMap { stage in stage.remarks.map { "\(stage.name): \($0)" } }
    return remarks.isEmpty ? [] : [.list(remarks)]
  }

  /// Returns the sections of a stage's own report, under its name; empty without a folder.
  private static func sections(
    of stage: StageFindings, number: Int, in folder: RunFolder
  ) throws -> [Section] {
    guard let path = stage.folder, !path.isEmpty else { return [] }
    let report = try RunKinds.report(of: folder.folder(path))
    // The top of the stage's own page comes into its first section here.
    let words = report.verdict.map { [Block.paragraph($0.words)] } ?? []
    return report.sections.enumerated().map { place, section in
      Section(
        section.title, of: stage.title, anchor: "stage-\(number)-\(section.anchor)",
        (place == 0 ? words : []) + section.blocks)
    }
  }

  /// The verdict in the form for a terminal.
  public var summary: Report {
    let gates = stages.flatMap { stage in
      stage.gates.map { gate in
        var gate = gate
        gate.subject = [stage.name, gate.subject].compactMap(\.self).joined(separator: ", ")
        return gate
      }
    }
    let notes = stages.compactMap { stage in stage.note.map { "\(stage.name): \($0)" } }
    let remedies = stages.flatMap { stage in
      stage.gates.filter { $0.verdict != .kept }.map { gate in
        "\(stage.name), \(gate.gate) \(gate.verdict): \(gate.why)."
          + (gate.next.map { "\n  Next: \($0)" } ?? "")
      }
    }
    return Report(
      title, question: question, answer: answer,
      sections: [
        goals.section,
        Section(
          (gates.isEmpty ? [] : [.table(Table(gates: gates, of: "stage"))])
            + (notes + remedies).map(Block.paragraph)
            + [.paragraph("\(sentence) (\(NumberText.time(seconds)))")]
            + [goals.sentence().map(Block.paragraph)].compactMap(\.self)),
      ].compactMap(\.self))
  }
}
