package import GrowthloopFindings
package import GrowthloopPlans
package import GrowthloopReports

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

  /// Reads the plan of a text with these changes, and prints its warnings on the console.
  package static func read<Plan: ScenarioSection>(
    _ text: SourceText, as plan: Plan.Type, with changes: [ScenarioOverride],
    on console: any Console
  ) throws(DiagnosticList) -> Plan {
    try told(
      ScenarioReader(Plan.self, loader: .inputs).read(text, overrides: changes), on: console)
  }

  /// Reads the plan of a file with these changes, and prints its warnings on the console.
  package static func read<Plan: ScenarioSection>(
    _ file: String, as plan: Plan.Type, with changes: [ScenarioOverride], on console: any Console
  ) throws(DiagnosticList) -> Plan {
    try told(read(file, as: plan, with: changes), on: console)
  }

  private static func told<Plan: ScenarioSection>(
    _ outcome: ScenarioOutcome<Plan>, on console: any Console
  ) -> Plan {
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    return outcome.value
  }
}
