import Experiments
import Reports
import Runners
import Runs
import Scenarios
import Terminal

/// Runs a scenario with many values of its settings.
enum SweepCommand: RunnableCommand {
  static let name = "sweep"
  static let summary = "tries many values of settings, and ranks the settings by their effect"
  static let manual = Manual(
    "sweep [FILE] --vary KEY=A,B,C [--vary …] [options]",
    about: """
      Runs the scenario at every combination of the values, all with the same random numbers, and prints
      one metric at each, its difference from the unchanged scenario with a 95% interval over pairs,
      and the settings ranked by how far they move it. A value with commas of its own is written in
      brackets: [a, b].
      """,
    words: [CommandWord("FILE")],
    options: ScenarioChoice.options + [vary, oneAtATime, metrics]
      + ReplicationOptions.options,
    examples:
      "growthloop sweep --vary prompts.lifetimeMax=1,3,5 --vary sharing.visit=1%,4% --one-at-a-time",
    """
    growthloop sweep scenarios/matching-by-looks.yaml --vary deferred.matcher=dub,branch,adjust \\
      --metrics credit.rightShare,credit.wrongShare,credit.lostShare,credit.stolenShare
    """)

  fileprivate static let vary = CommandOption(
    "--vary", "KEY=A,B,…", "a setting or parameter, and the values to try; may be repeated",
    shapesResult: true, completion: CommandOption.set.completion)
  private static let oneAtATime = CommandOption(
    flag: "--one-at-a-time", "changes one of them at a time, in place of all combinations",
    shapesResult: true)
  private static let metrics = CommandOption(
    "--metrics", "P,P,…",
    "the metrics whose keys begin so, such as 'k.month,credit': the first of them ranks the settings, and "
      + "they stand in one table (default: k.cohort alone)", shapesResult: true,
    completion: MetricChoice.metrics.completion, former: "--metric")

  /// The limit of combinations; more would run for days, in an unreadable table.
  private static let mostPoints = 10_000

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let sweep = try self.sweep(arguments)
    let options = try ReplicationOptions(arguments, for: SweepFindings.self, on: console)
    let chosen = try arguments.one(metrics) ?? "k.cohort"
    let ranking = try MetricChoice.first(of: chosen)
    // One metric is in the table of points already.
    let beside = try MetricChoice.places(of: chosen)
    let changes = try ScenarioChoice.changes(arguments)
    let file = arguments.words.first ?? ChosenScenario.defaultsName
    let base = try ChosenScenario(named: file, changed: changes, on: console)
    let points = try sweep.points.map { point in
      try ChosenScenario(
        named: file, changed: changes.overlaid(by: point.overrides()), called: point.description,
        on: console,
        quietly: true
      ).setup
    }
    var comparison = Comparison(
      base.setup, points, seed: options.seed ?? base.scenario.seed,
      replications: options.replications ?? base.scenario.replications)
    let setups = [base.setup] + points
    if let code = try options.writePart(
      of: name, base.scenario.title, setups, seed: comparison.seed, on: console)
    {
      return code
    }
    comparison.recorded = try options.recorded(setups, seed: comparison.seed)
    comparison.ranks = options.ranks
    let command = ChangeableCommand(
      name, arguments, seed: comparison.seed, replications: comparison.replications,
      chosen: [(metrics, chosen)])
    let work = Work(console: console, total: comparison.total)
    let (outcome, about) = try work.timed(arguments.written, options.workers) {
      [comparison] meter in
      try await comparison.run(on: options.workers, meter: meter)
    }

    let findings = SweepFindings(
      outcome, over: sweep, metric: ranking, beside: beside == [ranking] ? [] : beside,
      of: base.scenario, command: command.text())
    try options.delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }

  private static func sweep(_ arguments: Arguments) throws -> Sweep {
    let axes = try arguments.all(vary).map { _, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(
          description: "'\(vary) \(text)' must be KEY=A,B,C, such as prompts.lifetimeMax=1,3,5")
      }
      let values = Self.values(parts[1])
      guard !values.contains(""), Set(values).count == values.count else {
        throw UsageError(
          description: "'\(vary) \(text)' must name different values, none of them empty")
      }
      return Sweep.Axis(String(parts[0]), values)
    }
    guard !axes.isEmpty else {
      throw UsageError(
        description: "missing --vary: --vary prompts.lifetimeMax=1,3,5")
    }
    guard Set(axes.map(\.key)).count == axes.count else {
      throw UsageError(description: "each '\(vary)' must name another key")
    }
    let sweep = Sweep(axes, oneAtATime: arguments.has(oneAtATime))
    guard sweep.count <= mostPoints else {
      throw UsageError(
        description: "that makes more than \(mostPoints) combinations; try '\(oneAtATime)'")
    }
    return sweep
  }

  /// Splits the values at commas outside brackets.
  private static func values(_ text: Substring) -> [String] {
    var values = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ",", depth <= 0 {
        values.append("")
      } else {
        values[values.count - 1].append(character)
      }
    }
    return values
  }
}

extension Sweep.Point {
  /// Returns the point as changes of a scenario.
  fileprivate func overrides() throws -> [ScenarioOverride] {
    let changes = try settings.map {
      try ScenarioOverride("\($0.key)=\($0.value)", option: SweepCommand.vary.name)
    }
    try SharedKeys.refuse(changes)
    return changes
  }
}
