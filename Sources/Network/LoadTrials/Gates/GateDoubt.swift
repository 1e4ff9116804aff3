/// Why a gate is left open that its interval alone would decide; `DoubtRule` says when.
public enum GateDoubt: Hashable, Sendable, CaseIterable {
  /// Fewer requests were sent than were due.
  case notOffered
  /// Users who wait for answers were kept waiting by the generator.
  case askedLess
  /// The generator was late.
  case lateness
  /// Others had of the machine what the service may have needed.
  case disturbance

  /// The doubt as a clause that follows what was measured.
  public var words: String {
    switch self {
    case .notOffered: "fewer requests were sent than were due, so that the service was spared"
    case .askedLess: "users waited for the generator too, so that the service was spared"
    case .lateness: "the generator was late, which may be all of it"
    case .disturbance: "others on the machine disturbed the run"
    }
  }
}
