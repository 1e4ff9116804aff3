import Experiments
import GrowthModel
import Scenarios

/// Runs a scenario and tells what came of it.
enum SimulateCommand: Command {
  static let name = "simulate"
  static let summary = "runs a scenario of the invite loop and tells its metrics with intervals"
  static let help = """
    growthloop simulate [FILE] [options]

    Runs the scenario of that file, or the defaults of every parameter, and prints metrics with 95%
    intervals over the replications: each replication is the same scenario with other luck. The same
    seed gives the same bytes in every file, whatever the number of workers. Ctrl-C keeps the
    replications that are finished, marks the results as partial, and ends with code 130.

    A scenario with gates is held against them: each is kept or missed only if the whole interval lies
    on one side of its limit. While one is undecided the replications double, up to mostReplications;
    the intervals are as much wider as so many looks ask for. Exit codes: 0 all gates are kept, 1 one is
    missed, 2 one is undecided.

    A scenario of 'study: matching' puts every first launch of a town to each matching rule, and prints
    how many each matched rightly, wrongly, not at all, and stole from those who came by themselves.

    \(ScenarioChoice.help)
    \(RunOptions.help)
    \(PrecisionChoice.help)
      --dashboard N         shows besides what person N of the market would see of the invites they
                            sent, in the first replication; may be given several times
    \(MetricChoice.help)

    Example:
      growthloop simulate --set market.people=20_000 --set days=60 --replications 8
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let words = Array(arguments)
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--definitions"],
        options: ScenarioChoice.options + RunOptions.options + MetricChoice.options
          + PrecisionChoice.options + ["--dashboard"],
        mostWords: 1))
    let options = try RunOptions(arguments)
    let metrics = try MetricChoice(arguments)
    let choice = try ChosenScenario(
      named: arguments.words.first ?? ChosenScenario.defaultsName,
      changed: ScenarioChoice.changes(arguments), on: console, study: [.loop, .matching])
    if choice.scenario.study == .matching {
      return try runMatching(choice, arguments, words: words, on: console)
    }

    let report = try stage(of: choice, arguments, options, words: words).simulate(on: console)
    try report.write(to: options.folder)
    try console.write(
      options.isJSON ? try report.study.with(metrics).json() : report.study.text(metrics))
    return report.exitCode
  }

  /// The replications that a command line asks for.
  private static func stage(
    of choice: ChosenScenario, _ arguments: Arguments, _ options: RunOptions, words: [String]
  ) throws -> SimulationStage {
    let precision = try PrecisionChoice(arguments, of: choice)
    guard precision.words.isEmpty || choice.scenario.gates.isEmpty else {
      throw UsageError(description: "'--until' is of no use to a scenario with gates")
    }
    var study = choice.study(seed: options.seed, replications: options.replications)
    study.stop = precision.stop
    study.persons = try persons(arguments, in: choice.setup.plan.behaviour.market.people)
    let rest =
      ["--seed", "\(study.seed)", "--replications", "\(study.replications)"] + precision.words
      + study.persons.flatMap { ["--dashboard", "\($0)"] }
    return SimulationStage(
      choice: choice, study: study, workers: options.workers, arguments: words,
      repetition: Repetition(ChangeableCommand(name, arguments, options: rest)))
  }

  /// The persons whose dashboards are asked for.
  private static func persons(_ arguments: Arguments, in people: Int) throws -> [Int] {
    try arguments.all("--dashboard").map { _, text in
      guard let person = Int(text.filter { $0 != "_" }), (0..<people).contains(person) else {
        throw UsageError(
          description:
            "'--dashboard' must be the number of a person, from 0 to \(people - 1), not '\(text)'")
      }
      return person
    }
  }
}
