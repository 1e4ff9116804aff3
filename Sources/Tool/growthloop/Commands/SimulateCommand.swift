import GrowthloopStudies
import GrowthloopReports
import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import Vocabulary

/// Runs a scenario and reports its metrics.
enum SimulateCommand: RunnableCommand {
  static let name = "simulate"
  static let summary = "says what would happen: every metric of the invite loop, with its interval"
  static let manual = Manual(
    "simulate [FILE] [options]",
    about: """
      Plays the scenario of that file, or the defaults of every parameter, several times with other luck,
      and prints each metric as a mean of these replications. Its 95% interval says how far luck alone may
      move it. The same seed gives the same bytes in every file, whatever the number of workers. Ctrl-C
      keeps the replications that are finished, marks the results as partial, and ends with code 130.

      Gates of a scenario are kept or missed only if the whole interval lies on one side of the limit.
      While one is undecided the replications double, up to mostReplications; the intervals are wider, for
      several looks find more by chance. Exit codes: 0 all gates are kept, 1 one is missed, 2 one is
      undecided.

      A scenario of 'study: matching' applies each matching rule to every first launch of a town, and
      prints how many each matched rightly, wrongly, not at all, and credited without a tap.

      With '--events' every event that the product would fire in the first replication goes to a file, one
      line of JSON each, under the names of 'policy.events.vocabulary' (default: the profile's own);
      'growthloop events' lists the names, and says which ones no simulation fires. With '--funnel' the
      invites of that replication go to a table by day of sending and lag, as 'growthloop calibrate' reads it.
      """,
    words: [CommandWord("FILE")],
    options: ScenarioChoice.options + ReplicationOptions.options + [
      PrecisionChoice.until, PosteriorDraws.option, dashboard, events, funnel, MetricChoice.metrics,
      MetricChoice.definitions, tables, InputRanking.none,
    ],
    examples: "growthloop simulate --set market.people=20_000 --set days=60 --replications 8")

  static let dashboard = CommandOption(
    "--dashboard", "N",
    "also prints the dashboard that person N of the market would see of the invites they sent, in the first "
      + "replication; may be repeated", shapesResult: true)

  static let tables = CommandOption(
    flag: "--tables", "prints every table, also those by way, trigger, channel, reason and rule")

  static let events = CommandOption(
    "--events", "FILE",
    "also writes the events of the first replication, one line of JSON each, in order of time",
    shapesResult: false, completion: .file)

  static let funnel = CommandOption(
    "--funnel", "FILE",
    "also writes the funnel of the first replication: cohort,stage,lag,count", shapesResult: false,
    completion: .file)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let metrics = try MetricChoice(arguments)
    let choice = try ChosenScenario(
      named: arguments.words.first ?? ChosenScenario.defaultsName,
      changed: ScenarioChoice.changes(arguments), on: console, study: [.loop, .matching],
      beforeFit: { start in
        _ = try PrecisionChoice(arguments, of: start)
        _ = try Self.persons(arguments, in: start.people)
        _ = try arguments.seed()
      })
    if choice.scenario.behaviour.money == nil, metrics.keys.allSatisfy({ $0.hasPrefix("money.") }) {
      throw UsageError(
        description:
          "there is no money in the scenario: write money: {newcomer: 12}, what a newcomer "
          + "is worth")
    }
    if choice.scenario.study == .matching {
      return try runMatching(choice, arguments, on: console)
    }
    let options = try ReplicationOptions(arguments, for: SimulationFindings.self, on: console)
    let events = try arguments.one(events).map { try EventFile($0) }
    let funnel = try arguments.one(funnel).map { try FunnelFile($0) }

    var stage = try stage(of: choice, arguments, options)
    let persons = stage.study.persons
    if let code = try options.writePart(
      of: name, choice.scenario.title, [choice.setup], seed: stage.seed, persons: persons,
      on: console)
    {
      return code
    }
    stage.study.ranks = options.ranks
    stage.ranksInputs = !arguments.has(InputRanking.none)
    let posterior = try PosteriorDraws(arguments, on: console)
    func draws(_ changes: [ScenarioOverride]) throws -> [GrowthPlan] {
      try posterior?.plans(
        of: arguments.words.first ?? ChosenScenario.defaultsName,
        changed: choice.source.changes.overlaid(by: changes), atMost: stage.study.most) ?? []
    }
    stage.study.draws = try draws([])
    if choice.twinWithoutReward != nil { stage.drawsWithoutReward = try draws(Self.noReward) }
    stage.study.recorded = try options.recorded(
      [choice.setup], seed: stage.seed, persons: persons)
    var (findings, about) = try stage.simulate(
      on: console, keepsDays: options.delivery.isKept)
    findings.uncertainty?.posterior = posterior?.path ?? ""
    try options.delivery.deliver(
      findings, findings.files + [about],
      shown: metrics.isUsual ? findings : findings.with(metrics.keys),
      as: findings.summary(metrics.selection, isWhole: arguments.has(tables)), on: console)
    if let events, !findings.isPartial {
      let first = WatchedReplication(choice.setup.plan, seed: stage.seed)
      guard try events.write(first, on: console) else { return .interrupted }
    }
    if let funnel, !findings.isPartial {
      guard try funnel.write(choice.setup.plan, seed: stage.seed, on: console) else {
        return .interrupted
      }
    }
    return ExitCode(of: findings)
  }

  /// The changes by which no one shares or installs more for a reward.
  private static let noReward = ["money.rewardLift", "money.installLift"]
    .map { ScenarioOverride($0, to: "0", option: name) }

  /// Returns the replications that the command line requests.
  private static func stage(
    of choice: ChosenScenario, _ arguments: Arguments, _ options: ReplicationOptions
  ) throws -> SimulationStage {
    let precision = try PrecisionChoice(arguments, of: choice)
    guard !precision.isAsked || choice.scenario.gates.isEmpty else {
      throw UsageError(
        description: "'\(PrecisionChoice.until)' is of no use to a scenario with gates")
    }
    var study = choice.study(seed: options.seed, replications: options.replications)
    study.stop = precision.stop
    study.persons = try persons(arguments, in: choice.people)
    return SimulationStage(
      choice: choice, study: study, workers: options.workers, arguments: arguments.written,
      repetition: Repetition(
        ChangeableCommand(
          name, arguments, seed: study.seed, replications: study.replications)))
  }

  /// Returns the persons whose dashboards the command line requests.
  private static func persons(_ arguments: Arguments, in people: Int) throws -> [Int] {
    try arguments.all(dashboard).map { _, text in
      guard let person = ValueText.integer(text), (0..<people).contains(person) else {
        throw UsageError(
          description:
            "'\(dashboard)' must be the number of a person, from 0 to \(people - 1), not '\(text)'")
      }
      return person
    }
  }
}
