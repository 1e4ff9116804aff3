/// The reason why a gate is undecided though its interval would decide it; see `DoubtRule`.
public enum GateDoubt: Hashable, Sendable, CaseIterable {
  /// Fewer requests were sent than were due.
  case notOffered
  /// The generator delayed users in a closed loop.
  case askedLess
  /// The generator was late.
  case lateness
  /// Other processes used the machine.
  case disturbance
  /// One of several generators left no record.
  case lostAgent

  /// The doubt as a clause for reports.
  public var words: String {
    switch self {
    case .notOffered: "fewer requests were sent than were due, so that the service was spared"
    case .askedLess: "users waited for the generator too, so that the service was spared"
    case .lateness: "the generator was late, which may be all of it"
    case .disturbance: "others on the machine disturbed the run"
    case .lostAgent: "an agent is missing, so that the service was spared"
    }
  }
}
