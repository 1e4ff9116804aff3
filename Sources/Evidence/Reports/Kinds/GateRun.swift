import Gates
import Statistics

/// The report of `gate`: the verdict on top, and then what each stage has to say by itself.
enum GateRun: RunKind {
  static let name = "gate"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let verdict = try run.verdict()
    let stages = try run.list("stages")
    let gates = try stages.flatMap { stage in
      // Stages may have gates of the same words.
      let name = stages.count > 1 ? try stage.text("name") : ""
      return try stage.list("gates").map { try $0.gate(of: name) }
    }
    var report = Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.optionalText("command"),
      facts: [
        .init("Gates", "\(gates.count)"), .init("Stages", "\(stages.count)"),
        .init("Took", NumberStyle.seconds.text(try run.number("seconds"))),
      ],
      verdict: Report.Verdict(verdict, Report.Verdict(gates)?.words ?? "There was no gate."))
    report.sections = [
      Section("Gates", anchor: "gates", gates.isEmpty ? [] : [.gates(gates)]),
      Section("Stages", anchor: "stages", [.table(try table(of: stages))]),
    ]
    for (place, stage) in stages.enumerated() {
      report.sections += try sections(of: stage, number: place + 1, in: folder)
    }
    return report
  }

  private static func table(of stages: [RunFields]) throws -> Table {
    let hasNotes = try stages.contains { try $0.optionalText("note") != nil }
    return Table(
      ["stage", "plan", "kind", .number("took")] + (hasNotes ? ["remark"] : []),
      try stages.map { stage in
        [
          try stage.text("name"), try stage.optionalText("title") ?? "–", try stage.text("kind"),
          NumberStyle.seconds.text(try stage.number("seconds")),
        ] + (hasNotes ? [try stage.optionalText("note") ?? ""] : [])
      })
  }

  /// The sections of a stage's own report, under its name; none where it left no folder.
  private static func sections(
    of stage: RunFields, number: Int, in folder: RunFiles
  ) throws -> [Section] {
    guard let path = try stage.optionalText("folder"), !path.isEmpty else { return [] }
    let name = try stage.optionalText("title") ?? stage.text("name")
    let report = try RunKinds.report(of: folder.folder(path))
    // What the stage's own page has on top, its first section has here.
    let words = report.verdict.map { [Block.paragraph($0.words)] } ?? []
    return report.sections.enumerated().map { place, section in
      Section(
        section.title, of: name, anchor: "stage-\(number)-\(section.anchor)",
        (place == 0 ? words : []) + section.blocks)
    }
  }
}
