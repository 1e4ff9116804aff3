import GrowthloopFindings
package import GrowthloopPlans
import GrowthloopReports

/// A stage of a plan of gates, run like the command of its kind.
package struct StageChoice {
  let name: String
  let stage: GateStage
  /// The plan of the stage.
  let plan: String

  package init(name: String, stage: GateStage, plan: String) {
    self.name = name
    self.stage = stage
    self.plan = plan
  }

  private var kind: RunnableKind {
    guard let kind = RunnableKind.all.first(where: { $0.command == stage.kind.rawValue })
    else { preconditionFailure("every kind of stage can be run") }
    return kind
  }

  /// Reads the file of the stage, and prints its warnings.
  func read(on console: any Console) throws -> any Stage {
    guard let stage = kind.stage else { preconditionFailure("every kind of stage can be one") }
    return try stage(self, console)
  }

  /// Returns the warnings about a plan of gates and the files of its stages.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in them.
  static func check(
    stagesOf file: String, _ plan: ScenarioOutcome<GatePlan>
  ) throws(DiagnosticList) -> DiagnosticList {
    var findings = Array(plan.warnings)
    for stage in plan.value.stages {
      let choice = StageChoice(name: stage.name, stage: stage.value, plan: file)
      do throws(DiagnosticList) {
        findings += try choice.kind.check(choice.stage.file, choice.stage.changes)
      } catch {
        findings += error
      }
    }
    let all = DiagnosticList(findings)
    if all.hasErrors { throw all }
    return all
  }

  var repetition: Repetition {
    Repetition(
      ChangeableCommand(
        stage.kind.rawValue, [stage.file],
        changes: stage.changesOfRun.map { .init($0.key, $0.value) }),
      within: ChangeableCommand("gate", [plan, "--only", name], prefix: "stages.\(name).set."))
  }
}
