/// The representation of an undecided gate in formats without such a verdict.
public enum UndecidedMark: Sendable, Hashable {
  /// As an error: most systems of continuous integration stop at it, as they do at a failure, and
  /// show it as different.
  case error
  /// As a missed gate.
  case failure
  /// As a skipped test; most systems go on.
  case skipped
}
