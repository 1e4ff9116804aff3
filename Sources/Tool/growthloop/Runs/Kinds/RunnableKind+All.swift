import GrowthloopContacts
import GrowthloopFindings
import Foundation
import GrowthloopLoadGenerator
import GrowthloopPlans
import SimulationKernel
import GrowthloopReports

extension RunnableKind {
  static let simulation = RunnableKind(
    .scenario,
    check: { file, changes throws(DiagnosticList) in
      try ScenarioSource.read(file, with: changes).warnings
    },
    stage: { stage, console in
      let choice = try ChosenScenario(
        named: stage.stage.file, changed: stage.stage.changes, on: console)
      return SimulationStage(
        choice: choice, study: choice.study(),
        workers: Workers(ProcessInfo.processInfo.activeProcessorCount),
        arguments: ["gate", stage.plan, "--only", stage.name], repetition: stage.repetition)
    },
    comparison: Comparison(
      word: "growth", run: SimulationFindings.self, compare: { try $0.growth() },
      compareResults: { try $0.growthReport($1, $2) }))

  static let load = RunnableKind(
    .load,
    check: { file, changes throws(DiagnosticList) in
      try PlanChoice.read(file, as: LoadScenario.self, with: changes).warnings
    },
    stage: { stage, console in
      try LoadStage(
        stage.stage.file, with: stage.stage.changes, repetition: stage.repetition, on: console)
    },
    comparison: Comparison(
      word: "load", run: LoadFindings.self, compare: { try $0.load() },
      compareResults: { work, before, after in
        let pair = MeasuredPair(before: before, after: after)
        return try work.compare(
          pair, of: "load", try pair.seconds(),
          "Seconds substitute for runs. For a reliable comparison give '--baseline' an executable.")
      }))

  static let contacts = RunnableKind(
    .contacts,
    check: { file, changes throws(DiagnosticList) in
      try PlanChoice.read(file, as: ContactPlan.self, with: changes).warnings
    },
    stage: { stage, console in
      try ContactsStage(
        stage.stage.file, with: stage.stage.changes, repetition: stage.repetition, on: console)
    },
    comparison: Comparison(
      word: "contacts", run: ContactsFindings.self, compare: { try $0.contacts() },
      compareResults: { work, before, after in
        let pair = MeasuredPair(before: before, after: after)
        return try work.compare(
          pair, of: "contacts", try pair.operations(),
          "One run of each has no interval, so nothing is decided: give '--baseline' an executable."
        )
      }))

  static let rehearsal = RunnableKind(
    .rehearsal,
    check: { file, changes throws(DiagnosticList) in
      DiagnosticList(try RehearsalChoice(file, with: changes).warnings.flatMap { Array($0) })
    },
    stage: { stage, console in
      try RehearsalStage(
        stage.stage.file, with: stage.stage.changes, repetition: stage.repetition, on: console)
    })

  static let calibration = RunnableKind(
    .calibration,
    check: { file, changes throws(DiagnosticList) in
      try CalibrationChoice(file, with: changes).warnings
    })

  static let experiment = RunnableKind(
    .scenario, runBy: "experiment",
    check: { file, changes throws(DiagnosticList) in
      let outcome = try ScenarioSource.read(file, with: changes)
      if outcome.value.experiment == nil { throw SectionMissing.experiment(in: file) }
      return outcome.warnings
    }, stage: { stage, console in try ExperimentStage(stage, on: console) })

  static let rollout = RunnableKind(
    .scenario, runBy: "rollout",
    check: { file, changes throws(DiagnosticList) in
      let outcome = try ScenarioSource.read(file, with: changes)
      guard let defect = outcome.value.rollout?.defect else {
        throw SectionMissing.rollout(in: file)
      }
      // A rollout runs with its defect, too: what is wrong there is wrong in the file.
      _ = try ScenarioSource.read(file, with: changes.overlaid(by: defect))
      return outcome.warnings
    }, stage: { stage, console in try RolloutStudyStage(stage, on: console) })

  static let gate = RunnableKind(
    .gate,
    check: { file, changes throws(DiagnosticList) in
      try StageChoice.check(
        stagesOf: file, try PlanChoice.read(file, as: GatePlan.self, with: changes))
    })
}
