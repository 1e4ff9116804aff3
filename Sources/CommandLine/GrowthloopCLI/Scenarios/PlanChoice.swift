import ContactTrials
import Diagnostics
import LoadTrials
import Scenarios

/// The plan that a command works on, as its words and options describe it.
enum PlanChoice {
  /// Reads the plan of a file from disk with these changes, or throws every mistake in it.
  static func read<Plan: ScenarioSection>(
    _ file: String, as plan: Plan.Type, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<Plan> {
    try ScenarioReader(Plan.self, loader: .disk()).read(file: file, overrides: changes)
  }

  /// The doubts about the plan of a file, whatever kind it is of, or every mistake in it.
  static func check(
    _ file: String, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> DiagnosticList {
    switch SourceLoader.disk().planKind(file) {
    case LoadScenario.Kind.load.rawValue:
      try read(file, as: LoadScenario.self, with: changes).warnings
    case GatePlan.Kind.gate.rawValue:
      try checkStages(of: file, read(file, as: GatePlan.self, with: changes))
    case RehearsalPlan.Kind.rehearsal.rawValue:
      try RehearsalChoice(file, with: changes).warnings.first ?? DiagnosticList([])
    case ContactPlan.Kind.contacts.rawValue:
      try read(file, as: ContactPlan.self, with: changes).warnings
    default: try ScenarioChoice.read(file, with: changes).warnings
    }
  }

  /// The doubts about a plan of gates and about what its stages run, or every mistake in them.
  private static func checkStages(
    of file: String, _ plan: ScenarioOutcome<GatePlan>
  ) throws(DiagnosticList) -> DiagnosticList {
    var findings = Array(plan.warnings)
    for stage in plan.value.stages {
      do throws(DiagnosticList) {
        findings += try StageChoice(name: stage.name, stage: stage.value, plan: file).check()
      } catch {
        findings += error
      }
    }
    let all = DiagnosticList(findings)
    if all.hasErrors { throw all }
    return all
  }
}
