import Experiments
import Scenarios

/// Runs what-ifs beside a base under the same luck.
enum CompareCommand: Command {
  static let name = "compare"
  static let summary = "runs what-ifs beside a base under the same luck and tells what differs"
  static let help = """
    growthloop compare BASE VARIANT… [options]

    Runs every scenario under the same luck, person by person, and prints what differs: which settings
    were changed, by how much the viral coefficient and the metrics that differ most surely moved, with a
    95% interval over pairs of replications, and which rules spoke more or less often. A VARIANT is a
    file, or changes of the base as KEY=VALUE, several joined by blanks in one argument:
    'prompts.lifetimeMax=5 days=90'. BASE may be 'defaults'. Ctrl-C keeps the replications
    that all scenarios have finished, and ends with code 130.

    \(ScenarioChoice.help)
                            (of the base and all variants alike)
    \(RunOptions.help)
    \(PrecisionChoice.help)
                            (of the paired differences of all variants; =2% is then of the base)
      --measure-pairing     runs the variants once more with luck of their own, and prints how many
                            times more replications that takes for the same interval
    \(MetricChoice.help)

    Example:
      growthloop compare defaults prompts.lifetimeMax=5 --replications 8
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let words = Array(arguments)
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--definitions", "--measure-pairing"],
        options: ScenarioChoice.options + RunOptions.options + MetricChoice.options
          + PrecisionChoice.options,
        mostWords: .max))
    guard let file = arguments.words.first, arguments.words.count > 1 else {
      throw UsageError(
        description: "compare what? A base and a variant: compare defaults prompts.lifetimeMax=5")
    }
    let options = try RunOptions(arguments)
    let metrics = try MetricChoice(arguments)
    let changes = try ScenarioChoice.changes(arguments)
    let base = try ChosenScenario(named: file, changed: changes, on: console)
    let variants = try arguments.words.dropFirst().map { word in
      try ChosenScenario(variant: word, of: file, changed: changes, on: console).setup
    }
    var comparison = Comparison(
      base.setup, variants, seed: options.seed ?? base.scenario.seed,
      replications: options.replications ?? base.scenario.replications)
    let precision = try PrecisionChoice(arguments, of: base)
    comparison.stop = precision.stop
    comparison.measuresPairing = arguments.has("--measure-pairing")
    let command = CommandText(
      name,
      arguments.words + CommandText.changes(arguments)
        + ["--seed", "\(comparison.seed)", "--replications", "\(comparison.replications)"]
        + precision.words + (comparison.measuresPairing ? ["--measure-pairing"] : []))
    let work = Work(console: console, total: comparison.total)
    let (outcome, about) = try work.timed(words, options.workers) { [comparison] meter in
      try await comparison.run(on: options.workers, meter: meter)
    }

    let report = ComparisonReport(outcome, of: base, command: command.description)
    if let folder = options.folder {
      try ResultFolder(path: folder).write([
        ("run.json", try report.json()), ("differences.csv", outcome.differencesCSV.description),
        ("summary.md", report.text(metrics, isMarkdown: true)), ("about.json", try about.json()),
      ])
    }
    try console.write(options.isJSON ? try report.json() : report.text(metrics))
    return outcome.isPartial ? .interrupted : .success
  }
}
