package import Diagnostics
package import Scenarios
package import Terminal

/// The plan of a command, from its words and options.
package enum PlanChoice {
  /// Reads the plan of a file from disk with these changes.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in it.
  package static func read<Plan: ScenarioSection>(
    _ file: String, as plan: Plan.Type, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<Plan> {
    try ScenarioReader(Plan.self, loader: .inputs).read(file: file, overrides: changes)
  }

  /// Reads the plan of a file with these changes, and prints its warnings on the console.
  package static func read<Plan: ScenarioSection>(
    _ file: String, as plan: Plan.Type, with changes: [ScenarioOverride], on console: any Console
  ) throws(DiagnosticList) -> Plan {
    let outcome = try read(file, as: plan, with: changes)
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    return outcome.value
  }
}
