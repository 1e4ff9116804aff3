/// Attempts to come without an invite, and what came of them.
public struct ArrivalTally: Sendable, Hashable {
  /// The arrivals of one kind.
  public struct Kind: Sendable, Hashable {
    /// The moments at which a newcomer was to come.
    public internal(set) var attempted = 0
    /// Those at which all people whose phone runs the app were members, so that no one came.
    public internal(set) var unanswered = 0

    /// The others: first launches that no invite led to.
    public var newcomers: Int { attempted - unanswered }
  }

  public internal(set) var organic = Kind()
  public internal(set) var crowd = Kind()
}
