import GrowthloopReports
import GrowthloopStudies
import GrowthloopFindings
import GrowthloopPlans

extension SimulateCommand {
  /// Runs a study of matching and reports the result of each rule.
  static func runMatching(
    _ choice: ChosenScenario, _ arguments: Arguments, on console: any Console
  ) throws -> ExitCode {
    let options = try ReplicationOptions(arguments, for: MatchingFindings.self, on: console)
    for option in [
      MetricChoice.metrics, MetricChoice.definitions, PrecisionChoice.until, dashboard, events,
      funnel, ReplicationOptions.from,
    ] where arguments.has(option) {
      throw UsageError(description: "'\(option)' is of no use to a study of matching")
    }
    guard options.part == nil else {
      throw UsageError(description: "a study of matching is run whole: give a plain number")
    }
    guard options.ranks == nil else {
      throw UsageError(
        description: "a study of matching makes no use of ranks: run it without 'mpirun'")
    }
    let trial = MatchingTrial(
      choice.scenario.matchingStudy, seed: options.seed ?? choice.scenario.seed,
      replications: options.replications ?? choice.scenario.replications)
    let command = ChangeableCommand(
      name, arguments, seed: trial.seed, replications: trial.replications)
    let work = Work(console: console, total: trial.replications)
    let (outcome, about) = try work.timed(
      arguments.written, options.workers, simulating: []
    ) { meter in
      try await trial.run(on: options.workers, meter: meter)
    }

    let findings = MatchingFindings(
      outcome, of: choice.scenario, choice.setup, command: command.text())
    try options.delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
