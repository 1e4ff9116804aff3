import GrowthloopFindings
import Foundation
import GrowthloopReports
import GrowthloopPlans

/// Runs a plan of stages and decides all its gates: whether to launch or merge.
enum GateCommand: RunnableCommand {
  static let name = "gate"
  static let summary = "decides the gates of simulations, load and contacts together, for CI"
  static let manual = Manual(
    "gate PLAN [options]",
    about: """
      Runs the plan's stages one after the other, each as the command of its kind runs it, and holds what
      they measure against their gates. A gate is kept or missed only if the 95% interval lies on one side
      of its limit. A stage that cannot run is reported, and does not keep the others from running. Ctrl-C
      keeps the stages that are finished.

      Exit codes: 0 all gates are kept, 1 one is missed, else that of a stage that could not run (65 bad
      plan, 69 no answer from the target, 74 input or output), 2 one is undecided, 130 interrupted.
      """,
    words: [CommandWord("PLAN")],
    options: [
      .set(of: .gate, such: "stages.load.set.length=60s"),
      .planSeed.meaning("random seed of every stage (default: that of its file)"), only, strict,
      CommandOption(
        "--out", "DIR",
        "the folder of all results: run.json, junit.xml, metrics.prom, summary.md, report.html, and a folder "
          + "for each stage (default: \(runs)/NAME). They appear when the run is done, in place of the run "
          + "before", completion: .folder, short: "-o"),
      .json.meaning("prints run.json instead of a table"),
    ],
    notes: """
      Where GITHUB_ACTIONS is true, gates that are not kept are annotated, and the summary is added to the
      step. Measure with a release build ('make run').
      """,
    examples: "growthloop gate scenarios/launch-readiness.yaml --only load")

  private static let only = CommandOption(
    "--only", "STAGE", "runs that stage alone; may be repeated", shapesResult: true)
  private static let strict = CommandOption(
    flag: "--fail-undecided",
    "an undecided gate ends with 1 like a missed one, and is a failure in junit.xml; 'undecided: fail' in the "
      + "plan does the same, and 'undecided: failErrors' for gates on errors alone. Else it is an error there, or with 'undecided: skip' skipped, and the code "
      + "is 2 either way", shapesResult: true)

  /// The default folder for results.
  private static let runs = ".growthloop/runs"

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing PLAN: name a file, such as scenarios/launch-readiness.yaml")
    }
    let plan = try PlanChoice.read(
      file, as: GatePlan.self, with: ScenarioChoice.changes(arguments), on: console)
    let mark = UndecidedMark(
      plan.undecided, isStrict: arguments.has(strict))
    let folder = try AtomicFolder(
      try arguments.one(.out)
        ?? "\(runs)/\(URL(filePath: file).deletingPathExtension().lastPathComponent)")
    let run = StageRunner(
      plan: plan, stages: try stages(of: plan, in: file, arguments),
      command: ChangeableCommand(name, arguments).text(), console: console)
    let result = try run.run(into: folder)
    let findings = result.findings
    try folder.write(
      StageOutput(
        findings,
        [
          ResultFile("junit.xml", JUnitReport(of: findings, undecided: mark).text),
          ResultFile("metrics.prom", GateMetrics(of: findings).text),
          ResultFile("summary.md", StepSummary(of: findings).text),
        ]))
    let report = "\(folder.path)/\(folder.report)"
    try folder.finish()
    Workflow(console).tell(findings, undecided: mark)
    try console.write(
      arguments.has(.json)
        ? try findings.jsonWithAnswer()
        : "\(findings.summary.text(in: console.form))\nReport: \(report)\n")
    return code(of: result, undecided: mark)
  }

  /// Returns the requested stages, in the order of the plan.
  private static func stages(
    of plan: GatePlan, in file: String, _ arguments: Arguments
  ) throws -> [StageChoice] {
    let wanted = arguments.all(only).map(\.value)
    let names = plan.stages.map(\.name)
    for name in wanted where !names.contains(name) {
      throw UsageError(
        description: "the plan has no stage '\(name)'\(Suggestion.phrase(for: name, among: names))"
          + "; it has \(names.joined(separator: ", "))")
    }
    let seed = try arguments.seed().map(ScenarioChoice.override)
    return plan.stages.filter { wanted.isEmpty || wanted.contains($0.name) }.map {
      StageChoice(
        name: $0.name, stage: seed.map($0.value.replacing) ?? $0.value, plan: file)
    }
  }

  private static func code(
    of result: StageRunner.Outcome, undecided mark: UndecidedMark
  ) -> ExitCode {
    if result.findings.isPartial { return .interrupted }
    let code = ExitCode(of: result.findings.verdict)
    if code == .gateMissed { return code }
    if let failure = result.failure { return failure }
    return result.findings.judged.contains { mark.mark(of: $0) == .failure } ? .gateMissed : code
  }
}

extension UndecidedMark {
  /// Returns the mark of the plan, unless the command line is stricter.
  fileprivate init(_ wanted: GatePlan.Undecided?, isStrict: Bool) {
    self =
      switch wanted {
      case _ where isStrict: .failure
      case nil: .error
      case .fail: .failure
      case .failErrors: .failureOfErrors
      case .skip: .skipped
      }
  }
}
