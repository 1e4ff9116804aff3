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

    let precision = try PrecisionChoice(arguments, of: choice)
    var study = Study(
      choice.setup.plan, seed: options.seed ?? choice.scenario.seed,
      replications: options.replications ?? choice.scenario.replications, stop: precision.stop)
    study.persons = try persons(arguments, in: choice.setup.plan.behaviour.market.people)
    let command = CommandText(
      name,
      arguments.words + CommandText.changes(arguments)
        + ["--seed", "\(study.seed)", "--replications", "\(study.replications)"]
        + precision.words
        + study.persons.flatMap { ["--dashboard", "\($0)"] })
    let work = Work(console: console, total: study.replications)
    let (outcome, about) = try work.timed(words, options) { [study] meter in
      try await study.run(on: options.workers, meter: meter)
    }

    let report = StudyReport(outcome, of: choice, command: command.description)
    if let folder = options.folder {
      try ResultFolder(path: folder).write([
        ("run.json", try report.json()), ("metrics.csv", outcome.metricsCSV.description),
        ("days.csv", outcome.daysCSV.description),
        ("replications.csv", outcome.replicationsCSV.description),
        ("dashboards.csv", InviterReport.csv(report.dashboards).description),
        ("summary.md", report.text(MetricChoice.everything, isMarkdown: true)),
        ("about.json", try about.json()),
      ])
    }
    try console.write(options.isJSON ? try report.with(metrics).json() : report.text(metrics))
    return outcome.isPartial ? .interrupted : .success
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
