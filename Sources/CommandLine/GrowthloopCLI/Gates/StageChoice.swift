import ContactTrials
import Diagnostics
import Foundation
import LoadTrials
import Scenarios
import SimulationKernel

/// The stages of a plan of gates, as the commands run them that they belong to.
struct StageChoice {
  let name: String
  let stage: GateStage
  /// The plan that names it.
  let plan: String

  /// Reads what the stage runs, and tells what may be doubted.
  func read(on console: any Console) throws -> any Stage {
    switch stage.kind {
    case .simulate:
      let choice = try ChosenScenario(named: stage.file, changed: stage.changes, on: console)
      return SimulationStage(
        choice: choice, study: choice.study(),
        workers: Workers(ProcessInfo.processInfo.activeProcessorCount),
        arguments: ["gate", plan, "--only", name], repetition: repetition)
    case .load:
      return LoadStage(
        scenario: try value(LoadScenario.self, on: console), options: .init(),
        repetition: repetition)
    case .contacts:
      return ContactsStage(
        plan: try value(ContactPlan.self, on: console), repetition: repetition)
    case .rehearse:
      let choice = try RehearsalChoice(stage.file, with: stage.changes)
      if let obstacle = choice.obstacle { throw UnfitInput(description: obstacle) }
      for warnings in choice.warnings { console.complain("\(warnings)") }
      return RehearsalStage(
        choice: choice, service: .init(profile: choice.scenario.profile), repetition: repetition)
    }
  }

  /// The doubts about what it runs, or every mistake in it.
  func check() throws(DiagnosticList) -> DiagnosticList {
    switch stage.kind {
    case .simulate: try ScenarioChoice.read(stage.file, with: stage.changes).warnings
    case .load: try outcome(LoadScenario.self).warnings
    case .contacts: try outcome(ContactPlan.self).warnings
    case .rehearse:
      DiagnosticList(
        try RehearsalChoice(stage.file, with: stage.changes).warnings.flatMap { Array($0) })
    }
  }

  private func value<Plan: ScenarioSection>(
    _ type: Plan.Type, on console: any Console
  ) throws -> Plan {
    let outcome = try outcome(type)
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    return outcome.value
  }

  private func outcome<Plan: ScenarioSection>(
    _ type: Plan.Type
  ) throws(DiagnosticList) -> ScenarioOutcome<Plan> {
    try PlanChoice.read(stage.file, as: type, with: stage.changes)
  }

  private var repetition: Repetition {
    Repetition(
      ChangeableCommand(stage.kind.rawValue, [stage.file], changes: stage.changesOfRun),
      within: ChangeableCommand("gate", [plan, "--only", name], prefix: "stages.\(name).set."))
  }
}
