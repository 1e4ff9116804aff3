package import GrowthloopStudies
package import GrowthloopFindings
package import GrowthloopReports
import GrowthloopPlans
package import SimulationKernel

/// Replications of a scenario, as `simulate` runs them.
package struct SimulationStage: Stage {
  let choice: ChosenScenario
  package var study: Study
  let workers: Workers
  /// The command line, which identifies one run among many.
  let arguments: [String]
  let repetition: Repetition
  /// Whether the inputs are ranked by how far they move the answer.
  package var ranksInputs = true

  /// The root seed of all replications.
  package var seed: UInt64 { study.seed }

  package init(
    choice: ChosenScenario, study: Study, workers: Workers, arguments: [String],
    repetition: Repetition
  ) {
    self.choice = choice
    self.study = study
    self.workers = workers
    self.arguments = arguments
    self.repetition = repetition
  }

  func run(on console: any Console) throws -> StageOutput {
    let (findings, about) = try simulate(on: console, keepsDays: true)
    return StageOutput(findings, findings.files + [about])
  }

  /// Simulates, and returns the findings beside a file of facts about this run.
  ///
  /// The series of days with its intervals costs as much as a replication, and no text shows it.
  package func simulate(
    on console: any Console, keepsDays: Bool
  ) throws -> (SimulationFindings, about: ResultFile) {
    let work = Work(console: console, total: study.total)
    let (outcome, about) = try work.timed(
      arguments, workers, simulating: [choice.setup.plan]
    ) { [study, workers] meter in
      try await study.run(on: workers, meter: meter)
    }
    var findings = SimulationFindings(
      outcome, of: choice.scenario, choice.setup, changes: choice.changes,
      command: repetition.alone.text(), keepsDays: keepsDays)
    findings.gates = findings.gates?.withNextCommands(repetition, growing: "mostReplications") {
      // Related metrics have keys with the same prefix.
      repetition.alone.text(
        "--metrics", String(($0.metric ?? "").prefix { $0 != "." }), "--definitions")
    }
    if ranksInputs, study.draws.isEmpty {
      try InputRanking(of: choice, seed: study.seed, on: workers).rank(&findings, on: console)
    }
    return (findings, about)
  }
}
