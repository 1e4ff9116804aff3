/// When enough replications have run: the interval is narrow enough, or the budget is spent.
///
/// It is asked after each replication in turn, never after whichever came in first, so that the
/// answer does not depend on the number of workers. Looking often makes the interval hold the truth
/// a little less often than it says; a minimum of ten or more keeps that small (Law, 2015, §9.4).
public struct SequentialStopping: Sendable, Hashable {
  /// How narrow the interval has to become.
  public enum Target: Sendable, Hashable {
    /// Half of its width, in the unit of the values.
    case halfWidth(Double)
    /// Half of its width, as a share of the mean.
    case relativeHalfWidth(Double)
  }

  /// Why it ended, and after how many replications.
  public enum Outcome: Sendable, Hashable {
    case reached(replications: Int)
    case budgetSpent(replications: Int)

    public var replications: Int {
      switch self {
      case .reached(let replications), .budgetSpent(let replications): replications
      }
    }
  }

  public let target: Target
  public let minimum: Int
  public let maximum: Int
  public let confidence: Double

  public init(at target: Target, minimum: Int = 10, maximum: Int, confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    precondition(minimum >= 2, "an interval needs two replications, not \(minimum)")
    precondition(minimum <= maximum, "a minimum of \(minimum) exceeds the maximum of \(maximum)")
    self.target = target
    self.minimum = minimum
    self.maximum = maximum
    self.confidence = confidence
  }

  /// Returns whether to stop after these replications, and why; `nil` to go on.
  ///
  /// A value that is not finite never satisfies the target: the budget will be spent.
  public func outcome(after moments: RunningMoments) -> Outcome? {
    outcome(after: moments.count) { moments.meanEstimate(confidence: confidence) }
  }

  /// Returns whether to stop after so many replications, by the interval that they give.
  public func outcome(after count: Int, by interval: () -> Estimate?) -> Outcome? {
    if count >= minimum, let estimate = interval(), target.isReached(by: estimate) {
      return .reached(replications: count)
    }
    return count >= maximum ? .budgetSpent(replications: count) : nil
  }
}

extension SequentialStopping.Target {
  /// Whether both ends are near enough to the value, and to `whole` for a relative width, which is the
  /// value itself unless said otherwise.
  ///
  /// Where no event was seen there is no value that a relative width could be a share of: it is not reached.
  public func isReached(by estimate: Estimate, of whole: Double? = nil) -> Bool {
    switch self {
    case .halfWidth(let limit): estimate.reach <= limit
    case .relativeHalfWidth(let share):
      !estimate.isBound && estimate.reach <= share * (whole ?? estimate.value).magnitude
    }
  }
}
