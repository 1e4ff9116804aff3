import Foundation
package import GrowthloopFindings
package import GrowthloopPlans
package import GrowthloopReports
import GrowthloopTransport
import Statistics

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

/// The folder of a run of gates, which receives its name when the run is complete.
///
/// Until then all files go to a folder beside it. So a reader sees either the previous run or this
/// one, each complete. Only a folder of such a run is replaced; foreign files are never deleted.
package final class AtomicFolder {
  package let path: String
  private let unfinished: URL
  private let lock: FolderLock
  private var isDone = false

  package init(_ path: String) throws {
    self.path = path
    let target = Self.target(path)
    try Self.refuseWhatIsNotOurs(target, named: path)
    // Checked before any folder on the path is created, because those would remain.
    if let obstacle = FileErrorText.toWriting(path) { throw Self.error(path, obstacle) }
    lock = try FolderLock(path)
    unfinished = target.deletingLastPathComponent()
      .appending(path: UnfinishedName.of(target), directoryHint: .isDirectory)
    try Self.attempt(at: path) {
      try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
    }
  }

  deinit {
    if !isDone { try? FileManager.default.removeItem(at: unfinished) }
  }

  /// Writes the output of a stage, or of the whole run.
  package func write(_ output: StageOutput, of stage: String? = nil) throws {
    let folder = stage.map { unfinished.appending(path: $0) } ?? unfinished
    try ResultFolder(path: folder.path, called: path).write(output)
  }

  /// The file of the run to open.
  package var report: String {
    let page = unfinished.appending(path: ResultFolder.page).path
    return FileManager.default.fileExists(atPath: page) ? ResultFolder.page : "summary.md"
  }

  /// Renames the folder to its path, in place of the previous run.
  package func finish() throws {
    let target = Self.target(path)
    try Self.refuseWhatIsNotOurs(target, named: path)
    try Self.attempt(at: path) {
      let manager = FileManager.default
      if !manager.fileExists(atPath: target.path) {
        try manager.moveItem(at: unfinished, to: target)
      } else if FileExchange.swap(unfinished.path, target.path) {
        try manager.removeItem(at: unfinished)
      } else {
        // Some file systems cannot exchange folders: for a moment, neither exists.
        try manager.removeItem(at: target)
        try manager.moveItem(at: unfinished, to: target)
      }
    }
    isDone = true
  }

  /// Returns the folder itself: a link to it stays.
  private static func target(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
      .resolvingSymlinksInPath()
  }

  private static func refuseWhatIsNotOurs(_ target: URL, named path: String) throws {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) else {
      return
    }
    guard isFolder.boolValue else {
      throw InputOutputError(description: "cannot write the results to '\(path)': it is a file")
    }
    let held = try attempt(at: path) {
      try FileManager.default.contentsOfDirectory(atPath: target.path)
    }
    let isGateRun = ResultFolder(path: target.path).kind == GateFindings.kind
    guard held.isEmpty || isGateRun && !FilesInUse.readsFile(in: target.path) else {
      throw InputOutputError(
        description: "'\(path)' holds other files than those of a run of gates, and is not "
          + "replaced; name another folder by --out")
    }
  }

  private static func attempt<Answer>(
    at path: String, _ work: () throws -> Answer
  ) throws -> Answer {
    do {
      return try work()
    } catch {
      throw Self.error(path, FileErrorText.toWriting(path, error))
    }
  }

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "cannot write the results to '\(path)': \(obstacle)")
  }
}

/// A console that adds the name of the stage to its progress.
final class StageConsole: Console {
  private let console: any Console
  private let title: String

  init(_ console: any Console, title: String) {
    self.console = console
    self.title = title
  }

  func show(progress: String) {
    console.show(progress: progress.isEmpty ? "" : "\(title): \(progress)")
  }

  var progressWidth: Int? { console.progressWidth }
  func read() throws -> [UInt8] { try console.read() }
  func write(_ text: String) throws { try console.write(text) }
  func complain(_ text: String) { console.complain(text) }
  func flush() throws { try console.flush() }
  var inputIsTerminal: Bool { console.inputIsTerminal }
  var form: TextForm { console.form }
  func variable(_ name: String) -> String? { console.variable(name) }
  var tool: String { console.tool }

  func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
    console.watchForInterrupts(action)
  }
}

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
    // The plan writes one junit.xml for all its stages.
    try folder.write(
      StageOutput(output.findings, output.files.filter { $0.name != "junit.xml" }), of: choice.name)
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

/// The workflow of GitHub Actions in which the tool runs, if any.
package struct Workflow {
  private let console: any Console

  package init(_ console: any Console) { self.console = console }

  /// Annotates the gates that are not kept, and appends the summary to the step.
  package func tell(_ verdict: GateFindings, undecided mark: UndecidedMark) {
    if console.variable("GITHUB_ACTIONS") == "true" {
      for line in Annotations(of: verdict, undecided: mark).lines {
        console.complain(line)
      }
    }
    guard let path = console.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    do {
      try append(StepSummary(of: verdict).text, to: path)
    } catch {
      // The verdict does not depend on the summary.
      console.complain(
        "growthloop: the step summary cannot be written: \(FileErrorText.reason(error))")
    }
  }

  private func append(_ text: String, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }
}
