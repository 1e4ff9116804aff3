import GrowthloopStudies
import GrowthloopReports
import GrowthloopFindings
import GrowthloopPlans
import SimulationKernel

/// Judges plans of a staged rollout by what a defect would do in them.
enum RolloutCommand: RunnableCommand {
  static let name = "rollout"
  static let summary =
    "says which staged rollout finds a defect, how soon, and what is lost until then"
  static let manual = Manual(
    "rollout FILE [CHANGE] [options]",
    about: """
      Reads a scenario with 'rollout:': stages (default: the profile's), guardrails, and a defect. CHANGE
      is the defect in place of the file's: what the change does if it is bad, as KEY=VALUE, several keys
      joined by blanks. What it acts on is the guardrail. Without either a fifth of the shares fails. It
      simulates the product with the defect and without it, and takes many rollouts of each plan through
      such days. It says first which plan does least harm among those that find the defect, or what
      forbids one. Tables follow: each guardrail by itself, and at most eight plans side by side. From
      100 replications on the plan is also simulated member by member. Ctrl-C ends with code 130.

      Gates of the rollout, such as 'falseRollback < 5%', judge the plan as written, and are kept or missed
      only if the whole 95% interval lies on one side of the limit. Exit codes: 0 all gates are kept, 1 one
      is missed, 2 one is undecided.
      """,
    words: [CommandWord("FILE"), CommandWord("CHANGE")],
    options: ScenarioChoice.options + [
      .seed, replications, ramps, .workers,
      .out("run.json, plans.csv, summary.md, report.html and about.json"), .json, .assumptions,
    ],
    examples: "growthloop rollout scenarios/rollouts/product.yaml",
    "growthloop rollout scenarios/rollouts/product.yaml recipients.tap=30%")

  private static let replications = CommandOption(
    "--replications", "N", "number of replications of each world (default: the scenario's)",
    shapesResult: true)
  private static let ramps = CommandOption(
    "--ramps", "N", "number of rollouts of each plan (default: the scenario's)", shapesResult: true)

  /// Returns the changes of the options, with those that give a rollout where the file has none.
  private static func changes(
    of file: String, _ arguments: Arguments, on console: any Console
  ) throws -> [ScenarioOverride] {
    let changes = try ScenarioChoice.changes(arguments)
    if arguments.words.count > 1 {
      let bad = try ScenarioChoice.changes(in: arguments.words[1])
      return changes.overlaid(by: PlannedExperiment.rollout(ifBad: bad, option: name))
    }
    let scenario = try ChosenScenario.read(file, changes).value
    guard scenario.rollout == nil, scenario.study == .loop else { return changes }
    let bad = PlannedExperiment.failingShares(in: scenario)
    console.complain(
      "\(file): warning: it has no section 'rollout'. This is of a change that fails a fifth of the shares "
        + "(\(bad.key)=\(bad.value)). For one of your own say what it does if it is bad: "
        + "growthloop rollout \(file) recipients.tap=30%")
    return changes.overlaid(by: PlannedExperiment.rollout(ifBad: [bad], option: name))
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing FILE: growthloop rollout scenarios/rollouts/product.yaml")
    }
    let delivery = try Delivery(arguments, of: [RolloutFindings.self])
    let workers = Workers(try arguments.workers())
    let seed = try arguments.seed()
    let replications = try arguments.number(Self.replications, in: 1...100_000)
    let ramps = try arguments.number(Self.ramps, in: 100...1_000_000)
    let changes = try changes(of: file, arguments, on: console)
    let stage = try RolloutStudyStage(
      file, with: changes, seed: seed, replications: replications,
      ramps: ramps, workers: workers,
      arguments: arguments.written,
      repetition: { study in
        Repetition(
          ChangeableCommand(
            name, arguments, seed: study.seed, replications: study.replications))
      }, on: console)
    let (findings, about) = try stage.judge(on: console)
    try delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
