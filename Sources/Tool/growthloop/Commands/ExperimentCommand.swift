import GrowthloopFindings
import Profiles
import GrowthloopReports
import GrowthloopPlans
import SimulationKernel

/// Simulates an experiment before it is run.
enum ExperimentCommand: RunnableCommand {
  static let name = "experiment"
  static let summary =
    "says before an A/B test how long it takes, with how many users, by which design"
  static let manual = Manual(
    "experiment FILE [CHANGE…] [options]",
    about: """
      Says before an A/B test which design to use, how long to run it, and with how many users. It
      simulates two worlds, in which everybody gets the change or no one does: the truth. Then it
      simulates the test by each design, many times: by person, inviter, newcomer, invite, ego-cluster,
      community or period.

      The advice comes first. A table then has for each design its bias, the error that it claims beside
      the real spread, how often its intervals hold, its power and its false alarms. It also says what
      each rule of looks makes of the test, and whether the arms keep their sizes. A CHANGE is tested in
      place of the file's own experiment, several in an arm each: KEY=VALUE, several keys joined by
      blanks. What it acts on decides who is assigned and what is counted. A scenario without an
      experiment, and no CHANGE, gets the first that its profile plans. Ctrl-C keeps the rounds that had
      finished, and ends with code 130.

      Gates of the experiment, such as 'power >= 80%', are kept or missed only if the whole 95% interval
      lies on one side of the limit. Exit codes: 0 all gates are kept, 1 one is missed, 2 one is undecided.
      """,
    words: [CommandWord("FILE"), CommandWord("CHANGE", most: .max)],
    options: ScenarioChoice.options + [
      planned, PosteriorDraws.option, .seed, replications, redraws, .workers,
      .out("run.json, CSV files, summary.md, report.html and about.json"), .json, .assumptions,
    ],
    examples: "growthloop experiment scenarios/experiments/message.yaml --replications 50",
    "growthloop experiment defaults recipients.tap=44% --replications 50")

  /// Reads the scenario with its experiment, or with the one of the profile's that is to be run.
  static func chosen(
    _ file: String, _ arguments: Arguments, on console: any Console
  ) throws -> (scenario: ChosenScenario, plan: ExperimentPlan) {
    let tested = try arguments.words.dropFirst().map { try ScenarioChoice.changes(in: $0) }
    let changes = try ScenarioChoice.changes(arguments).overlaid(
      by: PlannedExperiment.testing(tested, option: name))
    let own = try ChosenScenario(named: file, changed: changes, on: console, in: name)
    let asked = try arguments.one(planned)
    if let plan = own.scenario.experiment {
      guard asked == nil else {
        throw UsageError(
          description:
            "'\(tested.isEmpty ? file : "CHANGE")' has an experiment of its own: '\(planned)' is for scenarios without"
        )
      }
      return (own, plan)
    }
    let known = own.scenario.profile.plans.experiments
    let names = known.map(\.rawValue)
    guard let first = known.first else {
      throw UsageError(
        description: "'\(file)' has no experiment, and the profile plans none: write one, or set "
          + "experiments.catalogue")
    }
    let named = asked.map { asked in known.first { $0.rawValue == asked } } ?? first
    guard let experiment = named else {
      throw UsageError(
        description: "the profile plans no experiment '\(asked ?? "")'"
          + Suggestion.phrase(for: asked ?? "", among: names)
          + ": it plans \(names.joined(separator: ", "))")
    }
    let planned = PlannedExperiment.changes(
      for: experiment, option: "\(Self.planned) \(experiment.rawValue)")
    let choice = try ChosenScenario(
      named: file, changed: own.source.changes.overlaid(by: planned), on: console, quietly: true,
      in: name)
    guard let plan = choice.scenario.experiment else {
      preconditionFailure("the change gives an experiment")
    }
    let others = names.filter { $0 != experiment.rawValue }
    console.complain(
      "\(file): warning: it has no section 'experiment'. This is '\(experiment.rawValue)', which its profile "
        + "plans; no document says how large its effect is."
        + (others.isEmpty
          ? "" : " '\(Self.planned)' takes another: \(others.joined(separator: ", ")).")
        + " For one of your own: growthloop experiment \(file) recipients.tap=44%")
    return (choice, plan)
  }

  private static let planned = CommandOption(
    "--planned", "NAME",
    "for a scenario without an experiment: which of those that the profile plans, by "
      + "experiments.catalogue (default: the first)", shapesResult: true,
    completion: .words { PlanPolicy.Experiment.allCases.map(\.rawValue) })
  private static let replications = CommandOption(
    "--replications", "N", "number of runs of each design (default: the scenario's, 100)",
    shapesResult: true)
  private static let redraws = CommandOption(
    "--redraws", "N",
    "how often an experiment without an effect is drawn anew for each design; 0 leaves it out "
      + "(default: the scenario's, 2,000)", shapesResult: true)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(description: "name the scenario with the experiment")
    }
    let delivery = try Delivery(arguments, of: [ExperimentFindings.self])
    let workers = Workers(try arguments.workers())
    let asked = (
      seed: try arguments.seed(),
      replications: try arguments.number(replications, in: 10...100_000),
      redraws: try arguments.number(redraws, in: 0...1_000_000)
    )
    let (choice, plan) = try chosen(file, arguments, on: console)
    let seed = asked.seed ?? choice.scenario.seed
    let replications = asked.replications ?? plan.replications
    let redraws = asked.redraws ?? plan.redraws
    if redraws == 0, plan.gates.contains(where: { $0.metric.hasSuffix("falseAlarms") }) {
      throw UsageError(
        description: "'\(Self.redraws) 0' leaves out the false alarms, on which there is a gate")
    }
    let posterior = try PosteriorDraws(arguments, on: console)
    if posterior != nil, arguments.has(planned) {
      throw UsageError(
        description: "'\(PosteriorDraws.option)' needs a scenario with an experiment of its own")
    }
    let draws =
      try posterior?.scenarios(
        of: file, changed: choice.source.changes, atMost: replications) ?? []
    let command = ChangeableCommand(name, arguments, seed: seed, replications: replications)
    var stage = ExperimentStage(
      choice, plan, workers: workers, arguments: arguments.written,
      repetition: Repetition(command))
    stage.seed = seed
    stage.replications = replications
    stage.redraws = redraws
    stage.draws = draws
    let (findings, about) = try stage.simulate(on: console)
    try delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
