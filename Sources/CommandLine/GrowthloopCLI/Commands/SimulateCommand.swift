import Experiments
import Scenarios
import Statistics

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
      --until METRIC=W      ends as soon as the interval of that metric is no wider than ± W (such as
                            k.cohort=0.01, or =2% of the mean), after ten replications at the least
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
        options: ScenarioChoice.options + RunOptions.options + MetricChoice.options + ["--until"],
        mostWords: 1))
    let options = try RunOptions(arguments)
    let metrics = try MetricChoice(arguments)
    let until = try arguments.one("--until")
    let stop = try until.map(stop)
    let choice = try ChosenScenario(
      named: arguments.words.first ?? ChosenScenario.defaultsName,
      changed: ScenarioChoice.changes(arguments), on: console, study: [.loop, .matching])
    if choice.scenario.study == .matching {
      return try runMatching(choice, arguments, words: words, on: console)
    }

    let study = Study(
      choice.setup.plan, seed: options.seed ?? choice.scenario.seed,
      replications: options.replications ?? choice.scenario.replications, stop: stop)
    let command = CommandText(
      name,
      arguments.words + CommandText.changes(arguments)
        + ["--seed", "\(study.seed)", "--replications", "\(study.replications)"]
        + (until.map { ["--until", $0] } ?? []))
    let work = Work(console: console, total: study.replications)
    let (outcome, about) = try work.timed(words, options) { meter in
      try await study.run(on: options.workers, meter: meter)
    }

    let report = StudyReport(outcome, of: choice, command: command.description)
    if let folder = options.folder {
      try ResultFolder(path: folder).write([
        ("run.json", try report.json()), ("metrics.csv", outcome.metricsCSV.description),
        ("days.csv", outcome.daysCSV.description),
        ("replications.csv", outcome.replicationsCSV.description),
        ("summary.md", report.text(MetricChoice.everything, isMarkdown: true)),
        ("about.json", try about.json()),
      ])
    }
    try console.write(options.isJSON ? try report.json() : report.text(metrics))
    return outcome.isPartial ? .interrupted : .success
  }

  /// Reads METRIC=W, where W is a number or a share of the mean.
  private static func stop(_ text: String) throws -> Study.Stop {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError(
        description: "'--until \(text)' must be METRIC=WIDTH, such as k.cohort=0.01 or k.cohort=2%")
    }
    let metric = try RunOptions.metric(String(parts[0]))
    let isShare = parts[1].hasSuffix("%")
    guard let width = Double(isShare ? parts[1].dropLast() : parts[1]), width > 0, width.isFinite
    else {
      throw UsageError(
        description: "'--until \(text)' must name half a width above 0, such as 0.01 or 2%")
    }
    return Study.Stop(
      metric: metric.key, target: isShare ? .relativeHalfWidth(width / 100) : .halfWidth(width))
  }
}
