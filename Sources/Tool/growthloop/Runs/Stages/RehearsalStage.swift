package import GrowthloopFindings
import GrowthloopLoadGenerator
import Profiles
package import GrowthloopReports
package import GrowthloopPlans
import Statistics
import Vocabulary

/// A rehearsal, as `rehearse` runs it.
package struct RehearsalStage: Stage {
  /// The service of a rehearsal.
  package struct Service {
    /// The settings that differ from the scenario's, as KEY=VALUE.
    let changes: [String]
    /// The path of the growthloop whose service is used; `nil` for this one.
    var tool: String?
    /// The parent folder of the service's links; `nil` for the temporary folder.
    var folder: String?

    package init(changes: [String] = [], tool: String? = nil, folder: String? = nil) {
      self.changes = changes
      self.tool = tool
      self.folder = folder
    }
  }

  let choice: RehearsalChoice
  /// The settings of the service.
  let profile: Profile
  let service: Service
  let repetition: Repetition

  /// Reads a plan with these changes and the scenario that it names, and reports their warnings.
  package init(
    _ file: String, with changes: [ScenarioOverride], service: Service = .init(),
    repetition: Repetition, on console: any Console
  ) throws {
    choice = try RehearsalChoice(file, with: changes)
    if let obstacle = choice.obstacle { throw UnfitInput(description: obstacle) }
    for warnings in choice.warnings { console.complain("\(warnings)") }
    profile = try choice.profileOfService(changed: service.changes)
    self.service = service
    self.repetition = repetition
  }

  /// Runs the rehearsal.
  ///
  /// - Throws: `InterruptedEarly` after an interrupt before the replay.
  func run(on console: any Console) throws -> StageOutput {
    let (findings, files) = try rehearse(on: console)
    return StageOutput(findings, files)
  }

  /// Rehearses, and returns the findings beside the files of the run.
  ///
  /// - Throws: `InterruptedEarly` after an interrupt before the replay.
  package func rehearse(on console: any Console) throws -> (RehearsalFindings, [ResultFile]) {
    guard let result = try RehearsalWork(choice, profile, of: service, console).run() else {
      throw InterruptedEarly()
    }
    let findings = RehearsalFindings(result, repetition)
    let differences = (result.outcome.reconciliation?.differences ?? []).map(DifferenceFound.init)
    return (
      findings,
      [
        ResultFile("script.jsonl", result.script.lines),
        ResultFile(
          "differences.jsonl", try differences.map { try $0.jsonLine() }.joined()),
      ] + findings.files(findings.summary)
    )
  }
}

extension RehearsalFindings {
  /// The report for a terminal, with the meanings of the rules.
  package var summary: Report {
    summary { id in RuleBook.rule(id).map { "\($0.id), \($0.place): \($0.meaning)" } }
  }
}
