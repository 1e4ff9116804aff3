import Experiments
import Scenarios
import SimulationKernel
import Verdicts

/// Replications of a scenario, as `simulate` runs them.
struct SimulationStage: Stage {
  let choice: ChosenScenario
  let study: Study
  let workers: Workers
  /// The command line, for those who look at one run among many.
  let arguments: [String]
  let repetition: Repetition

  func run(on console: any Console) throws -> any StageReport { try simulate(on: console) }

  func simulate(on console: any Console) throws -> SimulationReport {
    let work = Work(console: console, total: study.most)
    let (outcome, about) = try work.timed(arguments, workers) { [study, workers] meter in
      try await study.run(on: workers, meter: meter)
    }
    return SimulationReport(
      study: StudyReport(outcome, of: choice, command: repetition.alone.text()), outcome: outcome,
      about: about,
      repetition: repetition)
  }
}

/// What replications of a scenario came to, and what is true of this run alone.
struct SimulationReport: StageReport {
  let study: StudyReport
  let outcome: StudyOutcome
  let about: AboutRun
  let repetition: Repetition

  var title: String { study.title }
  var isPartial: Bool { outcome.isPartial }

  var note: String? {
    guard isPartial else { return nil }
    return "interrupted after \(study.replications) of \(study.replicationsWanted) replications"
  }

  var gates: [GateResult] {
    outcome.judgements.map { GateResult($0, in: study.replications, repetition) }
  }

  var exitCode: ExitCode {
    isPartial ? .interrupted : ExitCode(of: outcome.judgements.map(\.verdict))
  }

  func files() throws -> [(name: String, text: String)] {
    [
      ("run.json", try study.json()), ("metrics.csv", outcome.metricsCSV.description),
      ("days.csv", outcome.daysCSV.description),
      ("replications.csv", outcome.replicationsCSV.description),
      ("dashboards.csv", InviterReport.csv(study.dashboards).description),
      ("summary.md", study.text(MetricChoice.everything, isMarkdown: true)),
      ("about.json", try about.json()),
    ]
  }
}
