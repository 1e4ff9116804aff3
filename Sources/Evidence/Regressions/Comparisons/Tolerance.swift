/// How much slower the candidate may be, as a share of what the baseline takes.
public struct Tolerance: Sendable, Hashable {
  public let share: Double

  public init(_ share: Double) {
    precondition(share >= 0 && share.isFinite, "a tolerance is a share from 0 on, not \(share)")
    self.share = share
  }

  /// The greatest ratio of candidate to baseline that is no regression.
  public var highest: Double { 1 + share }
  /// The same the other way round: below it the candidate is faster.
  public var lowest: Double { 1 / (1 + share) }

  /// Says what the interval of a ratio comes to: something only where all of it agrees.
  public func call(_ low: Double, _ high: Double) -> RegressionCall {
    if low > highest { return .worse }
    if high < lowest { return .better }
    return high <= highest ? .noDifference : .undecided
  }
}

/// What a comparison says of one figure.
public enum RegressionCall: String, Sendable, Hashable, Encodable {
  /// The whole interval lies beyond the tolerance.
  case worse
  /// The whole interval lies beyond the tolerance on the other side.
  case better
  /// The whole interval leaves out a worsening beyond the tolerance.
  case noDifference = "no difference"
  /// The end of the tolerance lies within what luck leaves open.
  case undecided = "not decided"
}
