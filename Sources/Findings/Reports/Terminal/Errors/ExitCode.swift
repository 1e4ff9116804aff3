/// The exit code of the tool.
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// A gate was missed.
  case gateMissed = 1
  /// A gate is undecided.
  case gateUndecided = 2
  case usage = 64
  case badInput = 65
  /// The target of a measurement does not respond.
  case unavailable = 69
  case internalError = 70
  case inputOutput = 74
  /// An interrupt; finished parts are reported and marked.
  case interrupted = 130
}
