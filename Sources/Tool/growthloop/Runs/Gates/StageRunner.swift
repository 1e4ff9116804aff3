package import GrowthloopFindings
package import GrowthloopReports
package import GrowthloopPlans
import Statistics

/// The stages of a plan, run in order.
package struct StageRunner {
  let plan: GatePlan
  let stages: [StageChoice]
  let command: String
  let console: any Console

  package init(plan: GatePlan, stages: [StageChoice], command: String, console: any Console) {
    self.plan = plan
    self.stages = stages
    self.command = command
    self.console = console
  }

  /// The findings of the stages, and the exit code of the first that could not run.
  package struct Outcome {
    package let findings: GateFindings
    package let failure: ExitCode?
  }

  /// Runs all stages; one that cannot run does not stop the others.
  ///
  /// - Throws: `InputOutputError` where results cannot be written.
  package func run(into folder: AtomicFolder) throws -> Outcome {
    try Interrupt.watching(console) { interrupt in
      // All files are read before the first stage runs, so that mistakes are reported at once.
      let read = stages.map { choice in Result { try choice.read(on: console) } }
      for case .failure(let error) in read { console.complain("\(error)") }
      var failure: ExitCode?
      var results: [StageFindings] = []
      for (number, (choice, stage)) in zip(stages, read).enumerated() {
        guard !interrupt.isSet else {
          results.append(choice.notRun(because: "not run: interrupted", .interrupted))
          continue
        }
        let inner = StageConsole(
          console, title: "\(choice.name) (\(number + 1) of \(stages.count))")
        let (result, code) = try finish(choice, stage, into: folder, on: inner)
        failure = failure ?? code
        console.complain("\(choice.name): \(result.progress)")
        results.append(result)
      }
      return Outcome(
        findings: GateFindings(
          command: command, title: plan.title, question: plan.question, stages: results),
        failure: failure)
    }
  }

  /// Runs one stage, and writes its output.
  private func finish(
    _ choice: StageChoice, _ stage: Result<any Stage, any Error>, into folder: AtomicFolder,
    on console: any Console
  ) throws -> (StageFindings, ExitCode?) {
    let start = ContinuousClock.now
    let output: StageOutput
    do {
      output = try stage.get().run(on: console)
    } catch {
      console.show(progress: "")
      let complaint = ErrorReport(of: error)
      let ending: StageFindings.Ending = complaint.code == .interrupted ? .interrupted : .failed
      return (choice.notRun(because: complaint.words, ending), complaint.code)
    }
    try folder.write(output, of: choice.name)
    let findings = output.findings
    let result = StageFindings(
      kind: choice.stage.kind.rawValue, name: choice.name, folder: choice.name,
      title: findings.title, seconds: (ContinuousClock.now - start) / .seconds(1),
      note: findings.note, gates: findings.judged,
      goals: findings.goals.isEmpty ? nil : findings.goals, basis: findings.answer?.basis,
      ending: findings.isPartial ? .interrupted : .complete)
    return (result, nil)
  }
}

extension StageChoice {
  /// Returns the findings of a stage that measured nothing.
  fileprivate func notRun(because note: String, _ ending: StageFindings.Ending) -> StageFindings {
    StageFindings(
      kind: stage.kind.rawValue, name: name, folder: nil, title: stage.file, seconds: 0,
      note: note, ending: ending)
  }
}

extension StageFindings {
  /// The outcome of the stage, for display while others run.
  fileprivate var progress: String {
    let time = NumberText.time(seconds)
    return switch ending {
    case .failed: "could not run"
    case .interrupted: "interrupted after \(time)"
    case .empty, .complete: "\(gates.isEmpty ? "done" : verdict.rawValue), \(time)"
    }
  }
}
