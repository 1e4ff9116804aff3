import GrowthloopStudies
import GrowthloopReports
import GrowthloopFindings
import GrowthloopPlans

/// Runs a scenario with many values of its settings.
enum SweepCommand: RunnableCommand {
  static let name = "sweep"
  static let summary = "says which inputs and settings matter most"
  static let manual = Manual(
    "sweep [FILE] --vary KEY=A,B,C [--vary …] [options]",
    about: """
      Runs the scenario at every combination of the values, all with the same random numbers. It prints
      one metric at each, and its difference from the unchanged scenario with a 95% interval over pairs.
      Then it ranks the settings by how far your values move the metric, and the parameters by how far
      their own ranges move it, with their elasticities. A value with commas of its own is written in
      brackets: [a, b]. Points whose values contradict each other are left out and named.
      """,
    words: [CommandWord("FILE")],
    options: ScenarioChoice.options + [
      SweepChoice.vary, SweepChoice.oneAtATime, PosteriorDraws.option, metrics,
    ]
      + ReplicationOptions.options,
    examples:
      "growthloop sweep --vary prompts.lifetimeMax=1,3,5 --vary sharing.visit=1%,4% --one-at-a-time",
    "growthloop sweep --vary sourced --metrics k.month",
    """
    growthloop sweep scenarios/matching-by-looks.yaml --vary deferred.matcher=dub,branch,adjust \\
      --metrics credit.rightShare,credit.wrongShare,credit.lostShare,credit.stolenShare
    """)

  private static let metrics = CommandOption(
    "--metrics", "P,P,…",
    "the metrics whose keys begin so, such as 'k.month,credit': the first of them ranks the settings, and "
      + "they stand in one table (default: the scenario's answer, else \(RankedAnswer.usual))",
    shapesResult: true,
    completion: MetricChoice.metrics.completion, former: "--metric")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let options = try ReplicationOptions(arguments, for: SweepFindings.self, on: console)
    let file = arguments.words.first ?? ChosenScenario.defaultsName
    let base = try ChosenScenario(
      named: file, changed: ScenarioChoice.changes(arguments), on: console)
    let changes = base.source.changes
    let chosen = try arguments.one(metrics) ?? base.scenario.answer ?? RankedAnswer.usual
    let metric = try MetricChoice.first(of: chosen)
    // One metric is in the table of points already.
    let beside = try MetricChoice.places(of: chosen)
    let choice = try SweepChoice(arguments, of: base.setup.parameters)
    var points = SoundPoints(of: file, changed: changes)
    for point in choice.sweep.points { try points.add(point) }
    guard !points.points.isEmpty else {
      throw UsageError(
        description: "every point contradicts itself: "
          + points.leftOut.map { "\($0.point): \($0.because)" }.joined(separator: "; "))
    }
    let asked = points.points
    let ranking = FairRanking(
      of: base.setup.parameters.filter { choice.sweep.axes.map(\.key).contains($0.name) })
    for point in ranking.points { points.addIfSound(point) }
    var comparison = Comparison(
      base.setup, points.setups, seed: options.seed ?? base.scenario.seed,
      replications: options.replications ?? base.scenario.replications)
    comparison.stored = metric
    if let posterior = try PosteriorDraws(arguments, on: console) {
      let most = comparison.replications
      comparison.base.draws = try posterior.plans(of: file, changed: changes, atMost: most)
      for (place, point) in points.points.enumerated() {
        comparison.variants[place].draws = try posterior.plans(
          of: file, changed: changes.overlaid(by: point.overrides()), atMost: most)
      }
    }
    let setups = [base.setup] + points.setups
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
    let (outcome, about) = try work.timed(
      arguments.written, options.workers,
      simulating: ([comparison.base] + comparison.variants).map(\.plan)
    ) { [comparison] meter in
      try await comparison.run(on: options.workers, meter: meter)
    }

    var findings = SweepFindings(
      outcome, over: choice.sweep, at: asked, ranking: ranking.effects(outcome, at: points.points),
      metric: metric, beside: beside == [metric] ? [] : beside, of: base.scenario,
      command: command.text())
    findings.spansOwnRanges = choice.spansOwnRanges
    findings.leftOut = points.leftOut
    findings.remarks = [
      SharedClicks.remark(
        on: Array(points.setups.prefix(asked.count)), besides: base.setup,
        remedy:
          "Both move together by '\(SweepChoice.vary) sharing.recipients=4,8+recipients.tap=50%,25%'."
      )
    ].compactMap(\.self)
    try options.delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
