import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel

/// Goes on from the observed days of a calibration.
enum ForecastCommand: RunnableCommand {
  static let name = "forecast"
  static let summary = "says what the next weeks bring, from a calibrated scenario"
  static let manual = Manual(
    "forecast PLAN [options], or forecast FILE FUNNEL [options]",
    about: """
      Goes on from the observed days of a calibration plan. It calibrates the scenario to the funnel, as
      'growthloop calibrate' does, and simulates it through the observed days and on: once for each draw of
      the calibrated values, each with its own chance. It prints what the next days bring by date, and
      between which ends 95% of the runs lie. The last days that the plan holds out (holdOut: 7d) are
      predicted from the days before them, and the counts stand beside. A scenario and a table of a funnel
      make a plan by themselves, as for 'growthloop calibrate'.

      With '--posterior' the draws come from a calibration that was made before. Ctrl-C ends with code 130.
      Exit codes: 0 done, 65 a plan with mistakes or without a funnel.
      """,
    words: [CommandWord("PLAN"), CommandWord("FUNNEL")],
    options: [
      .set(of: .calibration, such: "holdOut=7d or budget.runs=500"), .planSeed, horizon, draws,
      PosteriorDraws.option.meaning(
        "takes the draws of 'growthloop calibrate', its posterior.csv, and calibrates nothing"),
      .workers, .out("run.json, days.csv, weeks.csv, summary.md, report.html and about.json"),
      .json,
      .assumptions,
    ],
    examples: "growthloop forecast scenarios/calibrations/first-month.yaml --days 30",
    "growthloop forecast mine.yaml last-month.csv")

  private static let horizon = CommandOption(
    "--days", "N", "how many days after the observed ones (default: 30)", shapesResult: true)
  private static let draws = CommandOption(
    "--draws", "N", "how many runs, each at a draw of the calibrated values (default: 100)",
    shapesResult: true)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard !arguments.words.isEmpty else {
      throw UsageError(
        description: "missing PLAN: name a plan, or a scenario and a table: growthloop forecast "
          + "mine.yaml funnel.csv")
    }
    let delivery = try Delivery(arguments, of: [ForecastFindings.self])
    let workers = Workers(try arguments.workers())
    let days = try arguments.number(horizon, in: 1...366) ?? 30
    let count = try arguments.number(draws, in: 2...10_000) ?? 100
    let choice = try CalibrationChoice(
      words: arguments.words, of: name, with: ScenarioChoice.planChanges(arguments), on: console)
    guard let table = choice.plan.observed?.table else { return .badInput }
    let posterior = try PosteriorDraws(arguments, on: console)
    var calibration = try choice.study(isRehearsal: false)
    calibration.leaveOutChecks()
    let total = (posterior == nil ? calibration.runs : 0) + count
    let known = try posterior?.plans(
      of: choice.plan.scenario, changed: choice.base.source.changes, atMost: count)
    let (findings, about) = try Work(console: console, total: total).timed(
      arguments.written, workers, simulating: [choice.base.setup.plan]
    ) { [calibration] meter -> ForecastFindings? in
      let drawn: [GrowthPlan]? =
        if let known { known } else {
          try await drawnPlans(choice, by: calibration, count, on: workers, meter: meter)
        }
      guard let plans = drawn, plans.count > 1 else { return nil }
      let study = ForecastStudy(
        plans, after: table, heldOut: choice.plan.heldOutDays, horizon: days,
        starts: choice.plan.starts, seed: choice.plan.seed)
      return ForecastFindings(try await study.run(on: workers, meter: meter), of: study)
    }
    guard var findings else { return .interrupted }
    findings.title = choice.plan.title
    findings.question = choice.plan.question
    findings.command = ChangeableCommand(name, arguments).text()
    findings.funnel = choice.words(for: table, isRehearsal: false)
    findings.calibration =
      posterior.map { "Draws of \($0.path)" }
      ?? "Calibrated in \(calibration.runs) runs of \(choice.plan.scenario)"
    findings.parameters = choice.base.setup.parameters
    try delivery.deliver(findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }

  /// Calibrates; returns the plans of so many draws, and `nil` after an interrupt.
  private static func drawnPlans(
    _ choice: CalibrationChoice, by study: CalibrationStudy, _ count: Int, on workers: Workers,
    meter: ProgressMeter
  ) async throws -> [GrowthPlan]? {
    let outcome = try await study.run(on: workers, meter: meter)
    guard !outcome.isPartial else { return nil }
    let values = outcome.values
    return try (0..<min(count, values.count)).compactMap { place in
      let draw = values[place * values.count / min(count, values.count)]
      return try choice.plan(of: zip(choice.axes, draw).map { $0.range.spell($1) })
    }
  }
}
