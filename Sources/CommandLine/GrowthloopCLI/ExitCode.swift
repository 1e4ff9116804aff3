/// What the tool tells its caller when it ends.
public enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case badInput = 65
  case ourFault = 70
  case inputOutput = 74
  /// Somebody wanted no more; what was finished is told and marked.
  case interrupted = 130
}
