public import GrowthloopFindings

/// The tolerated slowdown of the candidate, as a proportion of the baseline's time.
public struct Tolerance: Sendable, Hashable {
  public let share: Double

  public init(_ share: Double) {
    precondition(share >= 0 && share.isFinite, "a tolerance is a share from 0 on, not \(share)")
    self.share = share
  }

  /// The greatest ratio of candidate to baseline that is no regression.
  public var highest: Double { 1 + share }
  /// Its inverse: below it the candidate is faster.
  public var lowest: Double { 1 / (1 + share) }

  /// Returns the call on the interval of a ratio: decided only where all of it agrees.
  public func call(_ low: Double, _ high: Double) -> RegressionCall {
    if low > highest { return .worse }
    if high < lowest { return .better }
    return high <= highest ? .noDifference : .undecided
  }
}
