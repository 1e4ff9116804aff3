/// What the tool tells its caller when it ends.
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// What was to be kept was not.
  case gateMissed = 1
  /// Luck leaves open whether it was kept.
  case gateUndecided = 2
  case usage = 64
  case badInput = 65
  /// What is to be measured does not answer.
  case unavailable = 69
  case ourFault = 70
  case inputOutput = 74
  /// Somebody wanted no more; what was finished is told and marked.
  case interrupted = 130
}
