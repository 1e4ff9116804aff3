/// The findings of one command: the value that `run.json` encodes and that every report renders.
public protocol RunFindings: Codable, Sendable {
  /// The word for the kind in `run.json`.
  static var kind: String { get }
  /// The command line that reproduces the run.
  var command: String { get }
  var title: String { get }
  /// The question of the run.
  var question: String? { get }
  /// The gates on the run.
  var judged: [JudgedGate] { get }
  /// Whether the run was interrupted before its end.
  var isPartial: Bool { get }
  /// A further circumstance of the figures, such as other work on the machine.
  var note: String? { get }
  /// The first list that does not fit another one, in words; `nil` if all fit.
  ///
  /// A report takes lists that belong together for equally long.
  var misfit: String? { get }
}

extension RunFindings {
  public var misfit: String? { nil }
  public var judged: [JudgedGate] { [] }
  public var note: String? { nil }
}

/// The version of the tool that is being built.
public enum ToolVersion {
  public static let current = "0.2.0"
}
