import Experiments
import Scenarios

extension SimulateCommand {
  /// Runs a study of matching and tells how each rule fared.
  static func runMatching(
    _ choice: ChosenScenario, _ arguments: Arguments, words: [String], on console: any Console
  ) throws -> ExitCode {
    let options = try RunOptions(arguments)
    for option in MetricChoice.options + ["--definitions", "--until", "--dashboard"]
    where arguments.mentions(option) {
      throw UsageError(description: "'\(option)' is of no use to a study of matching")
    }
    let trial = MatchingTrial(
      choice.scenario.matchingStudy, seed: options.seed ?? choice.scenario.seed,
      replications: options.replications ?? choice.scenario.replications)
    let command = CommandText(
      name,
      arguments.words + CommandText.changes(arguments)
        + ["--seed", "\(trial.seed)", "--replications", "\(trial.replications)"])
    let work = Work(console: console, total: trial.replications)
    let (outcome, about) = try work.timed(words, options.workers) { meter in
      try await trial.run(on: options.workers, meter: meter)
    }

    let report = MatchingReport(outcome, of: choice, command: command.description)
    if let folder = options.folder {
      try ResultFolder(path: folder).write([
        ("run.json", try report.json()), ("rules.csv", outcome.sharesCSV.description),
        ("replications.csv", outcome.replicationsCSV.description),
        ("summary.md", report.text(isMarkdown: true)), ("about.json", try about.json()),
      ])
    }
    try console.write(options.isJSON ? try report.json() : report.text())
    return outcome.isPartial ? .interrupted : .success
  }
}
