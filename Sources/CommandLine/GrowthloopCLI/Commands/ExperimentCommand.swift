import Diagnostics
import Experiments
import GrowthModel
import Profiles
import Reports
import Runners
import Runs
import Scenarios
import SimulationKernel
import Terminal
import Trials
import Vocabulary

/// Simulates an experiment before it is run.
enum ExperimentCommand: RunnableCommand {
  static let name = "experiment"
  static let summary =
    "says before an A/B test what it can tell, by which design, for how long, and what it cannot"
  static let manual = Manual(
    "experiment FILE [options]",
    about: """
      Simulates the experiment of a scenario: everybody treated against nobody, with the same luck, which
      is the truth; then what each design shows of it, in many runs: assigned by person, inviter, newcomer,
      invite, ego-cluster, community or period, and analysed in several ways. It prints first which design
      to use, and what it finds; then the bias of each, its errors beside the real spread, how often its
      intervals hold, its power, and its false alarms where there is no effect; what each rule of looks
      makes of it, with the habit to stop when it is green; and whether the arms keep their sizes.
      A scenario without an experiment gets the first that its profile plans, with what no document says
      assumed. Ctrl-C keeps the rounds that had finished, and ends with code 130.
      """,
    words: [CommandWord("FILE")],
    options: ScenarioChoice.options + [
      planned, PosteriorDraws.option, .seed, replications, redraws, .workers,
      .out("run.json, CSV files, summary.md, report.html and about.json"), .json, .assumptions,
    ],
    examples: "growthloop experiment scenarios/experiments/message.yaml --replications 50")

  /// Reads the scenario with its experiment, or with the one of the profile's that is to be run.
  static func chosen(
    _ file: String, _ arguments: Arguments, on console: any Console
  ) throws -> (scenario: ChosenScenario, plan: ExperimentPlan) {
    let changes = try ScenarioChoice.changes(arguments)
    let own = try ChosenScenario(named: file, changed: changes, on: console, in: name)
    let asked = try arguments.one(planned)
    if let plan = own.scenario.experiment {
      guard asked == nil else {
        throw UsageError(
          description:
            "'\(file)' has an experiment of its own: '\(planned)' is for scenarios without")
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
    let change = PlannedExperiment.change(
      for: experiment, option: "\(planned) \(experiment.rawValue)")
    let choice = try ChosenScenario(
      named: file, changed: changes.overlaid(by: [change]), on: console, quietly: true, in: name)
    guard let plan = choice.scenario.experiment else {
      preconditionFailure("the change gives an experiment")
    }
    return (choice, plan)
  }

  private static let planned = CommandOption(
    "--planned", "NAME",
    "for a scenario without an experiment: which of those that the profile plans, by "
      + "experiments.catalogue (default: the first)", shapesResult: true,
    completion: .words { PlanPolicy.Experiment.allCases.map(\.rawValue) })
  private static let replications = CommandOption(
    "--replications", "N", "number of runs of each design (default: 100)", shapesResult: true)
  private static let redraws = CommandOption(
    "--redraws", "N",
    "how often an experiment without an effect is drawn anew for each design; 0 leaves it out "
      + "(default: 2,000)", shapesResult: true)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(description: "name the scenario with the experiment")
    }
    let delivery = try Delivery(arguments, of: [ExperimentFindings.self])
    let workers = Workers(try arguments.workers())
    let (choice, plan) = try chosen(file, arguments, on: console)
    let seed = try arguments.seed() ?? choice.scenario.seed
    let replications = try arguments.number(replications, in: 10...100_000) ?? 100
    let redraws = try arguments.number(redraws, in: 0...1_000_000) ?? 2_000
    let posterior = try PosteriorDraws(arguments, on: console)
    if posterior != nil, arguments.has(planned) {
      throw UsageError(
        description: "'\(PosteriorDraws.option)' needs a scenario with an experiment of its own")
    }
    let draws =
      try posterior?.scenarios(
        of: file, changed: ScenarioChoice.changes(arguments), atMost: replications) ?? []
    let studies = plan.arms.indices.dropFirst().map {
      var study = TrialStudy(plan, in: choice.setup.plan, variant: $0)
      study.seed = seed
      study.replications = replications
      study.redraws = redraws
      study.draws = draws.compactMap { draw in
        draw.scenario.experiment.map { (draw.setup.plan, $0.experiment) }
      }
      return study
    }
    let command = ChangeableCommand(name, arguments, seed: seed, replications: replications)
    let total = studies.reduce(0) { $0 + $1.runs }
    let (outcomes, about) = try Work(console: console, total: total).timed(
      arguments.written, workers
    ) { meter in
      var outcomes: [TrialOutcome] = []
      for study in studies {
        outcomes.append(try await study.run(on: workers) { meter.add(1, events: 0) })
        if outcomes.last?.isPartial == true { break }
      }
      return outcomes
    }
    var findings = ExperimentFindings(plan, of: choice, command: command.text())
    findings.seed = seed
    findings.replications = outcomes.map(\.truths.count).min() ?? 0
    findings.isPartial = outcomes.contains(where: \.isPartial)
    findings.variants = zip(plan.arms.dropFirst(), outcomes).map { arm, outcome in
      outcome.findings(called: arm.name, perArm: plan.perArm)
    }
    try delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}

extension TrialStudy {
  /// The study of one variant of a scenario's experiment.
  init(_ plan: ExperimentPlan, in scenario: GrowthPlan, variant: Int) {
    var whole = scenario
    whole.days = plan.days
    let units = [plan.unit] + plan.beside.filter { $0 != plan.unit }
    let count = Int(plan.lasts.milliseconds / plan.looks.milliseconds)
    // Rows are looked at once they are complete.
    var looks = (1...max(1, count)).map {
      Interval(milliseconds: Int64($0) * plan.looks.milliseconds) + plan.maturity
    }
    if count < 1 { looks = [plan.lasts + plan.maturity] }
    self.init(
      whole, plan.experiment, metric: plan.metric,
      designs: units.map {
        TrialDesign($0, inherits: plan.inherits > 0, period: plan.period)
      }, looks: looks)
    guardrails = plan.guardrails
    maturity = plan.maturity
    before = plan.before
    self.variant = variant
  }
}

extension ExperimentFindings {
  fileprivate init(_ plan: ExperimentPlan, of choice: ChosenScenario, command: String) {
    self.init()
    self.command = command
    title = choice.scenario.title
    question = choice.scenario.question
    metric = plan.metric.key
    definition = plan.metric.meaning
    rows = plan.metric.rows
    style = plan.metric.style
    days = Double(plan.lasts.milliseconds) / 86_400_000
    perArm = plan.perArm
    rule = plan.rule.rawValue
    parameters = choice.setup.parameters
  }
}
