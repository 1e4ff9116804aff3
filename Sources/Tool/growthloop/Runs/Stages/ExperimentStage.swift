package import GrowthloopFindings
import GrowthloopStudies
import Foundation
package import GrowthloopReports
package import GrowthloopPlans
package import SimulationKernel
import GrowthloopModel
import Statistics
import Vocabulary

/// The experiment of a scenario, as `experiment` simulates it.
package struct ExperimentStage: Stage, Sendable {
  let choice: ChosenScenario
  let plan: ExperimentPlan
  package var seed: UInt64
  package var replications: Int
  package var redraws: Int
  /// Scenarios under draws from a posterior, one for each replication in turn.
  package var draws: [ChosenScenario] = []
  let workers: Workers
  /// The command line, which identifies one run among many.
  let arguments: [String]
  let repetition: Repetition

  package init(
    _ choice: ChosenScenario, _ plan: ExperimentPlan, workers: Workers, arguments: [String],
    repetition: Repetition
  ) {
    self.choice = choice
    self.plan = plan
    seed = choice.scenario.seed
    replications = plan.replications
    redraws = plan.redraws
    self.workers = workers
    self.arguments = arguments
    self.repetition = repetition
  }

  /// Reads the scenario of a stage, which needs an experiment of its own.
  init(_ stage: StageChoice, on console: any Console) throws {
    let choice = try ChosenScenario(
      named: stage.stage.file, changed: stage.stage.changes, on: console, in: "experiment")
    guard let plan = choice.scenario.experiment else {
      throw SectionMissing.experiment(in: stage.stage.file)
    }
    self.init(
      choice, plan, workers: Workers(ProcessInfo.processInfo.activeProcessorCount),
      arguments: ["gate", stage.plan, "--only", stage.name], repetition: stage.repetition)
  }

  func run(on console: any Console) throws -> StageOutput {
    let (findings, about) = try simulate(on: console)
    return StageOutput(findings, findings.files + [about])
  }

  /// Simulates, and returns the findings beside a file of facts about this run.
  package func simulate(
    on console: any Console
  ) throws -> (ExperimentFindings, about: ResultFile) {
    let study = study
    let variants = plan.arms.count - 1
    return try Work(console: console, total: study.runs + variants * study.confirmationRuns)
      .timed(arguments, workers, simulating: [choice.setup.plan]) { meter in
        let outcomes = try await study.run(on: workers) { meter.add(1, events: 0) }
        var findings = findings(outcomes)
        for place in findings.variants.indices {
          let variant = findings.variants[place]
          guard let first = variant.recommendation(in: findings) else { continue }
          findings.variants[place].recommended = try await study.confirmed(
            first, of: place + 1, effect: variant.truth.value ?? 0,
            exponent: variant.lengthening?.value ?? 0, on: workers
          ) { meter.add(1, events: 0) }
        }
        return findings
      }
  }

  private var study: TrialStudy {
    var study = TrialStudy(plan, in: choice.setup.plan)
    study.seed = seed
    study.replications = replications
    study.redraws = redraws
    study.looksAtLengths = true
    study.draws = draws.compactMap { draw in
      draw.scenario.experiment.map { (draw.setup.plan, $0.experiment) }
    }
    return study
  }

  private func findings(_ outcomes: [TrialOutcome]) -> ExperimentFindings {
    var findings = ExperimentFindings(plan, of: choice, command: repetition.alone.text())
    findings.seed = seed
    findings.fitted = choice.fitted
    findings.replications = outcomes.map(\.truths.count).min() ?? 0
    findings.isPartial = outcomes.contains(where: \.isPartial)
    findings.variants = zip(plan.arms.dropFirst(), outcomes).map { arm, outcome in
      var variant = outcome.findings(
        called: arm.name, perArm: plan.perArm, finding: plan.smallestEffect)
      variant.change = arm.value.inOneLine
      return variant
    }
    findings.interactions = plan.combinations.compactMap { combination in
      // Outcomes are those of the variants, without the control.
      guard
        let found = TrialInteraction(
          of: outcomes[combination.both - 1], beyond: combination.alone.map { outcomes[$0 - 1] })
      else { return nil }
      return ExperimentInteraction(
        found, of: plan.arms[combination.both].name,
        beyond: combination.alone.map { plan.arms[$0].name }, in: plan.metric.style)
    }
    if !plan.gates.isEmpty {
      findings.gates = findings.judged(by: plan)
        .withNextCommands(repetition, growing: "experiment.replications")
    }
    return findings
  }
}

extension TrialStudy {
  /// The study of a scenario's experiment.
  fileprivate init(_ plan: ExperimentPlan, in scenario: GrowthPlan) {
    var whole = scenario
    whole.days = plan.days
    let count = Int(plan.lasts.milliseconds / plan.looks.milliseconds)
    // Rows are looked at once they are complete.
    var looks = (1...max(1, count)).map {
      Interval(milliseconds: Int64($0) * plan.looks.milliseconds) + plan.maturity
    }
    if count < 1 { looks = [plan.lasts + plan.maturity] }
    self.init(
      whole, plan.experiment, metric: plan.metric,
      designs: plan.units.map {
        TrialDesign(
          $0, inherits: plan.inherits > 0, period: plan.period,
          analysis: $0 == plan.unit ? plan.analysis : nil)
      }, looks: looks)
    guardrails = plan.guardrails
    maturity = plan.maturity
    before = plan.before
  }
}

extension ExperimentFindings {
  fileprivate init(_ plan: ExperimentPlan, of choice: ChosenScenario, command: String) {
    self.init()
    self.command = command
    title = choice.scenario.title
    question = choice.scenario.question
    metric = plan.metric.key
    definition = plan.metric.meaning
    rows = plan.metric.rows
    style = plan.metric.style
    days = Double(plan.lasts.milliseconds) / 86_400_000
    perArm = plan.perArm
    rule = plan.rule.rawValue
    parameters = choice.setup.parameters
  }
}
