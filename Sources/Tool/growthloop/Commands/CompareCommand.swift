import GrowthloopModel
import GrowthloopPlans
import GrowthloopStudies
import GrowthloopReports
import GrowthloopFindings

/// Runs what-ifs and a base with the same random numbers.
enum CompareCommand: RunnableCommand {
  static let name = "compare"
  static let summary = "says what a change does: a base and what-ifs, with the same random numbers"
  static let manual = Manual(
    "compare BASE VARIANT… [options]",
    about: """
      Runs a base and its variants with the same random numbers, person by person, and prints what
      differs: the changed settings, the metrics that moved, each with a 95% interval over pairs of
      replications, and the rules that were applied more or less often. A VARIANT is a file, or changes of
      the base as KEY=VALUE, several joined by blanks in one argument: 'prompts.lifetimeMax=5 days=90'.
      BASE may be 'defaults'. '--set' changes the base and all variants alike. With '--landing DIR' no
      VARIANT is needed: the landing page of a load run is compared with one that comes at once. Ctrl-C
      keeps the replications that all scenarios have finished, and ends with code 130.
      """,
    words: [CommandWord("BASE"), CommandWord("VARIANT", most: .max)],
    options: ScenarioChoice.options + ReplicationOptions.options + [
      PrecisionChoice.until.meaning(
        "ends as soon as the intervals of that metric's differences are no wider than ± W, such as "
          + "k.cohort=0.01, or =2% of the base, after at least ten replications"),
      PosteriorDraws.option, LandingChoice.option, pairing, MetricChoice.metrics,
      MetricChoice.definitions,
      InputRanking.none,
    ],
    examples: "growthloop compare defaults prompts.lifetimeMax=5 --replications 8")

  static let pairing = CommandOption(
    flag: "--measure-pairing",
    "runs the variants once more with independent random numbers, and prints how many times more "
      + "replications that takes for the same interval", shapesResult: true)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let isOfLanding = arguments.has(LandingChoice.option)
    guard let file = arguments.words.first, arguments.words.count > 1 || isOfLanding else {
      throw UsageError(
        description: "missing BASE or VARIANT: compare defaults prompts.lifetimeMax=5")
    }
    let options = try ReplicationOptions(arguments, for: ComparisonFindings.self, on: console)
    let metrics = try MetricChoice(arguments)
    let changes = try ScenarioChoice.changes(arguments)
    let landing = try LandingChoice(arguments, on: console)?.scenarios(
      of: file, changed: changes, on: console)
    guard landing == nil || arguments.words.count == 1,
      landing == nil || !arguments.has(PosteriorDraws.option)
    else {
      throw UsageError(
        description:
          "'\(LandingChoice.option)' makes the variants: give a BASE alone, and no posterior")
    }
    if landing == nil {
      for word in arguments.words.dropFirst() {
        try ChosenScenario.check(variant: word, of: file, changed: changes)
      }
    }
    let base =
      try landing?.base
      ?? ChosenScenario(
        named: file, changed: changes, on: console,
        beforeFit: { _ = try PrecisionChoice(arguments, of: $0) })
    let chosen =
      try landing?.variants
      ?? arguments.words.dropFirst().map { word in
        try ChosenScenario(variant: word, of: base, changed: changes, on: console)
      }
    let variants = chosen.map(\.setup)
    var comparison = Comparison(
      base.setup, variants, seed: options.seed ?? base.scenario.seed,
      replications: options.replications ?? base.scenario.replications)
    let posterior = try PosteriorDraws(arguments, on: console)
    if let posterior {
      try posterior.draw(for: base, chosen, in: &comparison)
      comparison.measuresInputs = true
    }
    let precision = try PrecisionChoice(arguments, of: base)
    comparison.stop = precision.stop
    comparison.measuresPairing = arguments.has(pairing)
    let setups = [base.setup] + variants
    if let code = try options.writePart(
      of: name, base.scenario.title, setups, seed: comparison.seed, on: console)
    {
      return code
    }
    comparison.ranks = options.ranks
    comparison.recorded = try options.recorded(setups, seed: comparison.seed)
    let command = ChangeableCommand(
      name, arguments, seed: comparison.seed, replications: comparison.replications)
    let work = Work(console: console, total: comparison.total)
    let (outcome, about) = try work.timed(
      arguments.written, options.workers, simulating: setups.map(\.plan)
    ) { [comparison] meter in
      try await comparison.run(on: options.workers, meter: meter)
    }

    var findings = ComparisonFindings(
      outcome, with: base.scenario, variants: chosen.map(\.scenario), changes: base.changes,
      command: command.text())
    // A title that a file has from the one it extends may be that of the base, or of another variant.
    let titles = [base.scenario.title] + chosen.map(\.scenario.title)
    for (place, title) in titles.dropFirst().enumerated()
    where titles.count(where: { $0 == title }) == 1 && place < findings.variants.count {
      findings.variants[place].title = title
    }
    findings.uncertainty?.posterior = posterior?.path ?? ""
    findings.landing = landing?.found
    findings.fitted = base.fitted
    if !arguments.has(InputRanking.none), posterior == nil {
      try InputRanking(
        of: base, beside: chosen.first, seed: comparison.seed, on: options.workers
      )
      .rank(&findings, on: console)
    }
    let summary = findings.summary(
      metrics.isUsual ? nil : metrics.selection, definitions: metrics.definitions)
    try options.delivery.deliver(
      findings, findings.files(summary) + [about], as: summary, on: console)
    return ExitCode(of: findings)
  }
}
