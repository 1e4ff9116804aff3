import Diagnostics
import Foundation
import Scenarios
import Verdicts

/// Runs a plan of stages and decides its gates together: whether something may be launched or merged.
enum GateCommand: Command {
  static let name = "gate"
  static let summary = "runs simulations, load and contacts of one plan, and decides all gates"
  static let help = """
    growthloop gate PLAN [options]

    Runs the stages of that plan one after the other, each as the command of its kind runs it, and holds
    what they measure against their gates. A gate is kept or missed only if the 95% interval lies on one
    side of its limit. A stage that cannot run is told of, and keeps nothing from the others. Ctrl-C
    keeps the stages that are finished.

    Exit codes: 0 all gates are kept, 1 one is missed, else that of a stage that could not run (65 bad
    plan, 69 no answer from the target, 74 input or output), 2 one is undecided, 130 interrupted.

      --out DIR             the folder of all results, \(Self.runs)/NAME if not said: run.json,
                            junit.xml, metrics.prom, summary.md, report.html, and a folder for each
                            stage. It appears when the run is done, in place of the run before
      --only STAGE          runs that stage alone; may be repeated
      --set KEY=VALUE       changes one key of the plan, such as stages.load.set.length=60s; may be
                            repeated ('growthloop schema --plan gate --reference' lists the keys)
      --fail-undecided      an undecided gate ends with 1 as one that is missed, and junit.xml has it as
                            a failure; 'undecided: fail' in the plan does the same. Else it is an error
                            there, or with 'undecided: skip' skipped, and the code is 2 either way
      --json                prints run.json instead of a table

    Where GITHUB_ACTIONS is true, what is not kept is annotated, and the summary is added to the step.
    Only a release build says anything of times: 'make run' makes one.

    Example:
      growthloop gate scenarios/launch-readiness.yaml --only load
    """

  /// Where results go that nobody gave a folder.
  private static let runs = ".growthloop/runs"

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--fail-undecided"], options: ["--set", "--only", "--out"], mostWords: 1))
    guard let file = arguments.words.first else {
      throw UsageError(description: "gates of which plan? Name a file, as in scenarios/")
    }
    let outcome = try PlanChoice.read(
      file, as: GatePlan.self, with: ScenarioChoice.changes(arguments))
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    let mark = UndecidedMark(
      outcome.value.undecided, isStrict: arguments.has("--fail-undecided"))
    let isStrict = mark == .failure
    let folder = try AtomicFolder(
      try arguments.one("--out")
        ?? "\(runs)/\(URL(filePath: file).deletingPathExtension().lastPathComponent)")
    let run = GateRun(
      plan: outcome.value, stages: try stages(of: outcome.value, in: file, arguments),
      command: command(arguments), console: console)
    let result = try run.run(into: folder)
    let verdict = result.verdict
    try folder.write([
      ("junit.xml", JUnitReport(of: verdict, undecided: mark).text),
      ("metrics.prom", GateMetrics(of: verdict).text),
      ("summary.md", StepSummary(of: verdict).text), ("run.json", try verdict.json()),
    ])
    let report = "\(folder.path)/\(folder.report)"
    try folder.finish()
    Workflow(console).tell(verdict, failingUndecided: isStrict)
    try console.write(
      arguments.has("--json")
        ? try verdict.json() : "\(verdict.text)\nReport: \(report)\n")
    return code(of: result, failingUndecided: isStrict)
  }

  /// The stages that are wanted, in the order of the plan.
  private static func stages(
    of plan: GatePlan, in file: String, _ arguments: Arguments
  ) throws(UsageError) -> [StageChoice] {
    let wanted = arguments.all("--only").map(\.value)
    let names = plan.stages.map(\.name)
    for name in wanted where !names.contains(name) {
      throw UsageError(
        description: "the plan has no stage '\(name)'\(Suggestion.phrase(for: name, among: names))"
          + "; it has \(names.joined(separator: ", "))")
    }
    return plan.stages.filter { wanted.isEmpty || wanted.contains($0.name) }.map {
      StageChoice(name: $0.name, stage: $0.value, plan: file)
    }
  }

  private static func command(_ arguments: Arguments) -> String {
    let only = arguments.all("--only").flatMap { [$0.option, $0.value] }
    let strict = arguments.has("--fail-undecided") ? ["--fail-undecided"] : []
    return CommandText(
      name, arguments.words + CommandText.changes(arguments) + only + strict
    ).description
  }

  private static func code(of result: GateRun.Outcome, failingUndecided: Bool) -> ExitCode {
    if result.verdict.isPartial { return .interrupted }
    let code = ExitCode(of: [result.verdict.verdict])
    if code == .gateMissed { return code }
    if let failure = result.failure { return failure }
    return code == .gateUndecided && failingUndecided ? .gateMissed : code
  }
}

extension UndecidedMark {
  /// What a plan wants, unless the command line is stricter.
  fileprivate init(_ wanted: GatePlan.Undecided?, isStrict: Bool) {
    self =
      switch wanted {
      case _ where isStrict: .failure
      case nil: .error
      case .fail: .failure
      case .skip: .skipped
      }
  }
}
