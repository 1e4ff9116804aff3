import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports

/// The functions that check, run and compare the files of a kind.
struct RunnableKind: Sendable {
  let file: FileKind
  /// The command that runs such a file, or the section of it that is called like the command.
  let command: String
  /// Returns the warnings about a file with these changes.
  let check: @Sendable (_ file: String, [ScenarioOverride]) throws(DiagnosticList) -> DiagnosticList
  /// Reads such a stage of a plan of gates; `nil` if the kind cannot be a stage.
  var stage: (@Sendable (StageChoice, any Console) throws -> any Stage)?
  /// The comparison of builds under such a file; `nil` if there is none.
  var comparison: Comparison?

  struct Comparison: Sendable {
    /// The word for the plan in reports.
    let word: String
    /// The kind of the compared runs.
    let run: any RunFindings.Type
    /// Compares builds under the file of `RegressWork`; `nil` after an interrupt.
    let compare: @Sendable (RegressWork) throws -> RegressFindings?
    /// Compares two results of separate measurements.
    let compareResults:
      @Sendable (RegressWork, MeasuredFolder, MeasuredFolder) throws -> RegressFindings
  }

  static let all = [
    simulation, load, contacts, rehearsal, calibration, gate, experiment, rollout,
  ]

  /// Finds the kind of the file by its key `plan`.
  init?(of file: String) {
    let word = SourceLoader.inputs.planKind(file)
    let found =
      word.map { word in Self.all.first { $0.file.isPlan && $0.file.word == word } }
      ?? Self.simulation
    guard let found else { return nil }
    self = found
  }

  init(
    _ file: FileKind, runBy command: String? = nil,
    check:
      @escaping @Sendable (String, [ScenarioOverride]) throws(DiagnosticList) -> DiagnosticList,
    stage: (@Sendable (StageChoice, any Console) throws -> any Stage)? = nil,
    comparison: Comparison? = nil
  ) {
    self.file = file
    self.command = command ?? file.command
    self.check = check
    self.stage = stage
    self.comparison = comparison
  }
}
