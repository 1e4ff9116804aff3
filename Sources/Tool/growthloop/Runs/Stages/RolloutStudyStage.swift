package import GrowthloopFindings
package import GrowthloopStudies
import Foundation
package import GrowthloopReports
package import GrowthloopPlans
package import SimulationKernel

/// The rollout of a scenario, as `rollout` judges it.
package struct RolloutStudyStage: Stage {
  let base: ChosenScenario
  let section: RolloutSection
  let study: RolloutStudy
  let workers: Workers
  /// The command line, which identifies one run among many.
  let arguments: [String]
  let repetition: Repetition

  /// Reads the scenario without the defect and with it; `seed`, `replications` and `ramps` override
  /// its own.
  package init(
    _ file: String, with changes: [ScenarioOverride], seed: UInt64? = nil,
    replications: Int? = nil, ramps: Int? = nil, workers: Workers, arguments: [String],
    repetition: (RolloutStudy) -> Repetition, on console: any Console
  ) throws {
    base = try ChosenScenario(named: file, changed: changes, on: console, in: "rollout")
    guard let section = base.scenario.rollout else { throw SectionMissing.rollout(in: file) }
    let defective = try ChosenScenario(
      quietly: file, changed: changes.overlaid(by: section.defect), called: "with the defect")
    self.section = section
    study = RolloutStudy(
      section, of: base.scenario, defective: defective.setup.plan,
      seed: seed ?? base.scenario.seed, replications: replications ?? base.scenario.replications,
      ramps: ramps)
    self.workers = workers
    self.arguments = arguments
    self.repetition = repetition(study)
  }

  /// Reads the scenario of a stage.
  init(_ stage: StageChoice, on console: any Console) throws {
    try self.init(
      stage.stage.file, with: stage.stage.changes,
      workers: Workers(ProcessInfo.processInfo.activeProcessorCount),
      arguments: ["gate", stage.plan, "--only", stage.name], repetition: { _ in stage.repetition },
      on: console)
  }

  func run(on console: any Console) throws -> StageOutput {
    let (findings, about) = try judge(on: console)
    return StageOutput(findings, findings.files + [about])
  }

  /// Simulates, and returns the findings beside a file of facts about this run.
  package func judge(
    on console: any Console
  ) throws -> (RolloutFindings, about: ResultFile) {
    let (found, about) = try Work(console: console, total: study.simulations).timed(
      arguments, workers, simulating: [base.setup.plan]
    ) { [study, workers] meter in
      try await study.run(on: workers, meter: meter)
    }
    var findings = RolloutFindings(
      found, section, in: base.scenario, parameters: base.setup.parameters,
      command: repetition.alone.text())
    if !section.gates.isEmpty {
      findings.gates = findings.judged(by: section)
        .withNextCommands(repetition, growing: "rollout.ramps")
    }
    return (findings, about)
  }
}
