import Scenarios
import Verdicts

/// The stages of a plan, run one after the other.
struct GateRun {
  let plan: GatePlan
  let stages: [StageChoice]
  let command: String
  let console: any Console

  /// What came of the stages, and what is told of the first that could not run.
  struct Outcome {
    let verdict: RunVerdict
    let failure: ExitCode?
  }

  /// Runs all of them; one that cannot run does not keep the others from it.
  ///
  /// - Throws: `InputOutputError` where results cannot be written.
  func run(into folder: AtomicFolder) throws -> Outcome {
    try Interrupt.watching(console) { interrupt in
      // All are read before the first runs, so that nobody waits to learn of a mistake.
      let read = stages.map { choice in Result { try choice.read(on: console) } }
      for case .failure(let error) in read { console.complain("\(error)") }
      var failure: ExitCode?
      var results: [StageResult] = []
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
        verdict: RunVerdict(
          command: command, title: plan.title, question: plan.question, stages: results),
        failure: failure)
    }
  }

  /// Runs one stage, and writes what it leaves.
  private func finish(
    _ choice: StageChoice, _ stage: Result<any Stage, any Error>, into folder: AtomicFolder,
    on console: any Console
  ) throws -> (StageResult, ExitCode?) {
    let start = ContinuousClock.now
    let report: any StageReport
    do {
      report = try stage.get().run(on: console)
    } catch {
      console.show(progress: "")
      let complaint = Complaint(of: error)
      let ending: StageResult.Ending = complaint.code == .interrupted ? .interrupted : .failed
      return (choice.notRun(because: complaint.words, ending), complaint.code)
    }
    try folder.write(try report.files(), of: choice.name)
    let result = StageResult(
      kind: choice.stage.kind.rawValue, name: choice.name, folder: choice.name,
      title: report.title, seconds: (ContinuousClock.now - start) / .seconds(1),
      note: report.note, gates: report.gates, ending: report.isPartial ? .interrupted : .complete)
    return (result, nil)
  }
}

extension StageChoice {
  /// What is told of a stage that measured nothing.
  fileprivate func notRun(because note: String, _ ending: StageResult.Ending) -> StageResult {
    StageResult(
      kind: stage.kind.rawValue, name: name, folder: nil, title: stage.file, seconds: 0,
      note: note, ending: ending)
  }
}
