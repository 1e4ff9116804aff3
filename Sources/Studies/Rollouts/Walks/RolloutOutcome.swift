/// How one rollout went.
public struct RolloutOutcome: Sendable, Hashable {
  /// What ended it.
  public enum Ending: Sendable, Hashable {
    /// It reached its last day.
    case completed
    /// A guardrail, by its place, found harm.
    case rolledBack(by: Int)
    /// A stage ended undecided, and the plan takes the change back then.
    case rolledBackUndecided
    /// A stage stayed undecided for as long as it may be held.
    case heldUp
  }

  public let ending: Ending
  /// The share of the members that the change reached, day by day until the end.
  public let reached: [Double]
  /// Whether the last stage had begun.
  public let wasInLastStage: Bool

  /// The days until the end.
  public var days: Int { reached.count }
  /// Whether the change was taken back, for whatever reason.
  public var isRolledBack: Bool {
    switch ending {
    case .rolledBack, .rolledBackUndecided: true
    case .completed, .heldUp: false
    }
  }
}
