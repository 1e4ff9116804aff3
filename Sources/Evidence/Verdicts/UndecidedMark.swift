/// How a gate that is undecided is written for those who know no such verdict.
public enum UndecidedMark: Sendable, Hashable {
  /// As something that could not be said: most systems of continuous integration stop at it, as they do at a
  /// failure, and show that it is none.
  case error
  /// As one that is missed.
  case failure
  /// As one that was not asked about; most systems go on.
  case skipped
}
