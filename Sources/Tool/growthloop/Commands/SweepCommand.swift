import GrowthloopStudies
import GrowthloopReports
import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans

/// Runs a scenario with many values of its settings.
enum SweepCommand: RunnableCommand {
  static let name = "sweep"
  static let summary = "says which inputs and settings matter most"
  static let manual = Manual(
    "sweep [FILE] [--vary KEY=A,B,C …] [options]",
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
      named: file, changed: ScenarioChoice.changes(arguments), on: console,
      beforeFit: { start in
        let choice = try SweepChoice(arguments, of: start.setup.parameters)
        var points = SoundPoints(of: file, changed: start.source.changes)
        for point in choice.sweep.points { try points.add(point) }
        _ = try MetricChoice.first(of: try arguments.one(metrics) ?? RankedAnswer.usual)
      })
    let chosen = try arguments.one(metrics) ?? base.scenario.answer ?? RankedAnswer.usual
    let metric = try MetricChoice.first(of: chosen)
    // One metric is in the table of points already.
    let beside = try MetricChoice.places(of: chosen)
    let seed = options.seed ?? base.scenario.seed
    let sweep = try PreparedSweep(
      try SweepChoice(arguments, of: base.setup.parameters), of: base, metric: metric,
      beside: beside, seed: seed,
      replications: options.replications ?? base.scenario.replications,
      posterior: try PosteriorDraws(arguments, on: console))
    var comparison = sweep.comparison
    let setups = [comparison.base] + comparison.variants
    if let code = try options.writePart(
      of: name, base.scenario.title, setups, seed: seed, on: console)
    {
      return code
    }
    comparison.recorded = try options.recorded(setups, seed: seed)
    comparison.ranks = options.ranks
    let command = ChangeableCommand(
      name, arguments, seed: seed, replications: comparison.replications,
      chosen: [(metrics, chosen)])
    let work = Work(console: console, total: comparison.total)
    let (outcome, about) = try work.timed(
      arguments.written, options.workers,
      simulating: setups.map(\.plan)
    ) { [comparison] meter in
      try await comparison.run(on: options.workers, meter: meter)
    }
    let findings = sweep.findings(
      outcome, beside: beside == [metric] ? [] : beside, command: command.text())
    try options.delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}

/// A sweep that is ready to run: its points, those that rank its parameters, and the comparison.
struct PreparedSweep: Sendable {
  let choice: SweepChoice
  let base: ChosenScenario
  let metric: Int
  /// The points that are asked for, the first of all.
  let asked: [Sweep.Point]
  let points: SoundPoints
  let ranking: FairRanking
  let comparison: Comparison

  /// A sweep over the own ranges of parameters has some seventy points: that of a large market is
  /// simulated in a smaller one.
  ///
  /// - Throws: `UsageError` where every point contradicts itself, `DiagnosticList` for values that
  ///   cannot be read.
  init(
    _ choice: SweepChoice, of base: ChosenScenario, metric: Int, beside: [Int] = [], seed: UInt64,
    replications: Int, posterior: PosteriorDraws? = nil,
    in market: SmallMarket = SmallMarket(usual: 30_000)
  ) throws {
    let (file, changes) = base.source
    var points = SoundPoints(of: file, changed: changes)
    for point in choice.sweep.points { try points.add(point) }
    guard !points.points.isEmpty else {
      throw UsageError(
        description: "every point contradicts itself: "
          + points.leftOut.map { "\($0.point): \($0.because)" }.joined(separator: "; "))
    }
    asked = points.points
    ranking = FairRanking(
      of: base.setup.parameters.filter { choice.sweep.axes.map(\.key).contains($0.name) })
    for point in ranking.points { points.addIfSound(point) }
    let setups = [base.setup] + points.setups
    let factor =
      choice.spansOwnRanges && posterior == nil
      ? market.factor(for: ([metric] + beside).map { Metric.all[$0] }, in: setups.map(\.plan)) : 1
    let simulated = setups.map { setup in
      var setup = setup
      if factor > 1 { setup.plan = setup.plan.smaller(by: factor) }
      return setup
    }
    var comparison = Comparison(
      simulated[0], Array(simulated.dropFirst()), seed: seed, replications: replications)
    comparison.stored = metric
    comparison.standsFor = factor
    if let posterior {
      comparison.base.draws = try posterior.plans(of: file, changed: changes, atMost: replications)
      for (place, point) in points.points.enumerated() {
        comparison.variants[place].draws = try posterior.plans(
          of: file, changed: changes.overlaid(by: point.overrides()), atMost: replications)
      }
    }
    self.choice = choice
    self.base = base
    self.metric = metric
    self.points = points
    self.comparison = comparison
  }

  /// Returns the findings of an outcome; a draft has no metrics beside the one.
  func findings(
    _ outcome: ComparisonOutcome, beside: [Int] = [], command: String, isDraft: Bool = false
  ) -> SweepFindings {
    var findings = SweepFindings(
      outcome, over: choice.sweep, at: asked,
      ranking: ranking.effects(outcome, at: points.points), metric: metric, beside: beside,
      of: base.scenario, command: command, isDraft: isDraft)
    findings.spansOwnRanges = choice.spansOwnRanges
    let people = comparison.standsFor
    findings.peoplePerPerson = people > 1 ? Int(people) : nil
    findings.leftOut = points.leftOut
    findings.remarks = [
      SharedClicks.remark(
        on: Array(points.setups.prefix(asked.count)), besides: base.setup,
        remedy:
          "Both move together by '\(SweepChoice.vary) sharing.recipients=4,8+recipients.tap=50%,25%'."
      )
    ].compactMap(\.self)
    return findings
  }
}
