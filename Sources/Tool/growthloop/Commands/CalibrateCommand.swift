import GrowthloopStudies
import GrowthloopFindings
import Foundation
import GrowthloopPlans
import GrowthloopModel
import GrowthloopReports
import SimulationKernel

/// Calibrates parameters of a scenario to an observed funnel.
enum CalibrateCommand: RunnableCommand {
  static let name = "calibrate"
  static let summary = "says what your own funnel shows about the inputs of a scenario"
  static let manual = Manual(
    "calibrate PLAN [options], or calibrate FILE FUNNEL [options]",
    about: """
      Reads a plan with an observed funnel (counts by the day of sending and the lag, or totals by day), a
      scenario, and parameters with ranges. It simulates the scenario in waves, each where the one before
      left the parameters, and prints what the funnel says: each parameter with its interval and a verdict
      (identified, only together with others, not by these data, or from its sources), which counts the
      model cannot have at once, what one more logged stage would add, and what it predicts for held-out
      days. A scenario and a table of a funnel, in place of a plan, make a plan by themselves: what the
      table can speak of, with 1,200 runs. With '--out' it writes that plan, a scenario with the
      calibrated values, and draws for '--posterior'.

      With '--rehearse' the funnel is simulated with the scenario's own values instead, so that you see
      before you collect data what they could show. Ctrl-C keeps the waves that had finished, and ends with
      code 130.
      """,
    words: [CommandWord("PLAN"), CommandWord("FUNNEL")],
    options: [
      .set(of: .calibration, such: "budget.runs=500 or holdOut=7d"), .planSeed, rehearse, .workers,
      .out(
        "run.json, calibrated.yaml, posterior.csv, plan.yaml of a table alone, parameters.csv, counts.csv, summary.md, report.html "
          + "and about.json"), .json, .assumptions,
    ],
    examples: "growthloop calibrate scenarios/calibrations/first-month.yaml",
    "growthloop calibrate mine.yaml last-month.csv --out calibrated")

  private static let rehearse = CommandOption(
    flag: "--rehearse",
    "simulates the funnel with the scenario's values, and says what would be found",
    shapesResult: true)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard !arguments.words.isEmpty else {
      throw UsageError(
        description: "missing PLAN: name a plan, or a scenario and a table: growthloop calibrate "
          + "mine.yaml funnel.csv")
    }
    let delivery = try Delivery(arguments, of: [CalibrationFindings.self])
    let workers = Workers(try arguments.workers())
    let isRehearsal = arguments.has(rehearse)
    let choice = try CalibrationChoice(
      words: arguments.words, of: name, with: ScenarioChoice.planChanges(arguments),
      isRehearsal: isRehearsal, on: console)
    let command = ChangeableCommand(name, arguments)
    let total = choice.plan.budget.runs + min(100, choice.plan.budget.runs / 10)
    let (found, about) = try Work(console: console, total: total).timed(
      arguments.written, workers, simulating: [choice.base.setup.plan]
    ) { meter in
      let study = try choice.study(isRehearsal: isRehearsal)
      let outcome = try await study.run(on: workers, meter: meter)
      return (study, outcome, try await study.nextMonth(outcome, on: workers, meter: meter))
    }
    var findings = CalibrationFindings(found.1, of: found.0, isRehearsal: isRehearsal)
    findings.nextMonth = found.2
    findings.title = choice.plan.title
    findings.question = choice.plan.question
    findings.command = command.text()
    findings.funnel = choice.words(for: found.0.table, isRehearsal: isRehearsal)
    findings.parameters = choice.base.setup.parameters
    let posterior = CalibratedScenario(findings, found.1, found.0, of: choice)
    let folder = try arguments.one(.out)
    try delivery.deliver(
      findings, findings.files + posterior.files(in: folder) + [about],
      as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
