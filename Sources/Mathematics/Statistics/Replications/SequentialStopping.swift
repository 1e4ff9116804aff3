/// A stopping rule for replications: the interval is narrow enough, or the budget is spent.
///
/// It is applied after each replication in turn, whatever their order of arrival, so that the
/// result does not depend on the number of workers. Frequent looks reduce the coverage a little
/// below the stated confidence; a minimum of ten or more keeps that small (Law, 2015, §9.4).
public struct SequentialStopping: Sendable, Hashable {
  /// The required width of the interval.
  public enum Target: Sendable, Hashable {
    /// The half-width, in the unit of the values.
    case halfWidth(Double)
    /// The half-width, as a proportion of the mean.
    case relativeHalfWidth(Double)
  }

  /// The reason for the end, with the number of replications.
  public enum Outcome: Sendable, Hashable {
    /// The interval is narrow enough.
    case reached(replications: Int)
    /// The maximum is reached, and the interval is still too wide.
    case budgetSpent(replications: Int)

    /// The number of replications until the end.
    public var replications: Int {
      switch self {
      case .reached(let replications), .budgetSpent(let replications): replications
      }
    }
  }

  /// The width of the interval that ends the replications.
  public let target: Target
  /// The fewest replications, before which the interval is not looked at; at least 2 (default: 10).
  public let minimum: Int
  /// The most replications, after which the budget is spent.
  public let maximum: Int
  /// The coverage of the interval, between 0 and 1 (default: 0.95).
  public let confidence: Double

  /// Creates a rule that stops at `target`, at the earliest after `minimum` replications.
  public init(at target: Target, minimum: Int = 10, maximum: Int, confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    precondition(minimum >= 2, "an interval needs two replications, not \(minimum)")
    precondition(minimum <= maximum, "a minimum of \(minimum) exceeds the maximum of \(maximum)")
    self.target = target
    self.minimum = minimum
    self.maximum = maximum
    self.confidence = confidence
  }

  /// Returns the outcome if the rule stops after these replications; `nil` to go on.
  ///
  /// A non-finite value never satisfies the target: the budget will be spent.
  public func outcome(after moments: RunningMoments) -> Outcome? {
    outcome(after: moments.count) { moments.meanEstimate(confidence: confidence) }
  }

  /// Returns the outcome if the rule stops after so many replications, by their interval.
  public func outcome(after count: Int, by interval: () -> Estimate?) -> Outcome? {
    if count >= minimum, let estimate = interval(), target.isReached(by: estimate) {
      return .reached(replications: count)
    }
    return count >= maximum ? .budgetSpent(replications: count) : nil
  }
}

extension SequentialStopping.Target {
  /// Returns whether both ends are near enough to the value.
  ///
  /// A relative width refers to `whole` (default: the value itself). Without an observed event
  /// there is no value for a relative width, and the target is not reached.
  public func isReached(by estimate: Estimate, of whole: Double? = nil) -> Bool {
    switch self {
    case .halfWidth(let limit): estimate.reach <= limit
    case .relativeHalfWidth(let share):
      !estimate.isBound && estimate.reach <= share * (whole ?? estimate.value).magnitude
    }
  }
}

/// One value of each replication of a simulation, in the order of the replications.
public struct Replications: Sendable, Hashable {
  /// The values in the order of the replications.
  public private(set) var values: [Double] = []
  /// The moments of the values, kept up to date with each of them.
  public private(set) var moments = RunningMoments()

  /// Creates an empty row of replications.
  public init() {}

  /// Creates the replications with the given values.
  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds the value of the next replication.
  public mutating func record(_ value: Double) {
    values.append(value)
    moments.record(value)
  }

  /// The number of replications.
  public var count: Int { values.count }

  /// Returns the mean over replications with its Student-t interval.
  ///
  /// `nil` before the second replication, and when a value was not finite.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    moments.meanEstimate(confidence: confidence)
  }
}
