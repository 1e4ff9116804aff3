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
    if SourceLoader.disk().planKind(file) == LoadScenario.Kind.load.rawValue {
      return try read(file, as: LoadScenario.self, with: changes).warnings
    }
    return try read(file, as: ContactPlan.self, with: changes).warnings
  }
}
