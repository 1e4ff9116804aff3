package import GrowthloopFindings
package import GrowthloopReports

/// A unit of measurement with gates, run by a command of its own or as a stage of a plan of gates.
protocol Stage {
  /// Runs the stage to its end, or until an interrupt.
  func run(on console: any Console) throws -> StageOutput
}

/// The findings of a command or stage, with the files beside `run.json` and the page.
package struct StageOutput {
  let findings: any ReportedFindings
  var files: [ResultFile]

  package init(_ findings: any ReportedFindings, _ files: [ResultFile] = []) {
    self.findings = findings
    self.files = files
  }
}

extension ExitCode {
  /// Selects the exit code for the worst verdict on a gate.
  package init(of verdict: GateVerdict) {
    self =
      switch verdict {
      case .kept: .success
      case .missed: .gateMissed
      case .undecided: .gateUndecided
      }
  }

  /// Selects the exit code for a run with gates.
  package init(of findings: any RunFindings) {
    self = findings.isPartial ? .interrupted : ExitCode(of: findings.judged.map(\.verdict).worst)
  }
}
