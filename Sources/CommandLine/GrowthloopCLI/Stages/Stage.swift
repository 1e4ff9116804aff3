import Verdicts

/// Something that is run, measured and held against gates: by a command of its own, or as one of
/// several under a plan of gates.
///
/// To make another command a stage, give it such a type, a case of `GateStage.Kind`, and a line in
/// `StageChoice`.
protocol Stage {
  /// Runs it to its end, or until somebody wants no more.
  func run(on console: any Console) throws -> any StageReport
}

/// What a stage came to, for people and for programs.
protocol StageReport {
  var title: String { get }
  var gates: [GateResult] { get }
  /// Whatever else bears on the verdict, such as that the machine was not the run's own.
  var note: String? { get }
  /// Whether somebody wanted no more before it came to its end.
  var isPartial: Bool { get }
  /// What its folder holds.
  func files() throws -> [(name: String, text: String)]
}

extension StageReport {
  /// Writes the files into that folder, if there is one.
  func write(to folder: String?) throws {
    if let folder { try ResultFolder(path: folder).write(try files()) }
  }
}
