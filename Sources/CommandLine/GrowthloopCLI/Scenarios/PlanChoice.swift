import ContactTrials
import Diagnostics
import Scenarios

/// The plan that a command works on, as its words and options describe it.
enum PlanChoice {
  /// Reads the plan of a file from disk with these changes, or throws every mistake in it.
  static func read(
    _ file: String, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<ContactPlan> {
    try ScenarioReader(ContactPlan.self, loader: .disk()).read(file: file, overrides: changes)
  }
}
