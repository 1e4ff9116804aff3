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

/// Replications that end by a stopping rule, delivered by workers in any order.
///
/// A value waits here until the earlier ones are in. Values beyond the end are left out, so that
/// any number of workers gives the same replications.
public struct SequentialReplications: Sendable {
  /// The rule that decides after each replication whether more are needed.
  public let stopping: SequentialStopping
  /// The replications that count, from the first on without a gap.
  public private(set) var replications = Replications()
  /// The reason for the end; `nil` while more are needed.
  public private(set) var outcome: SequentialStopping.Outcome?
  private var waiting: [Int: Double] = [:]

  /// Creates a collection without replications, which ends by `stopping`.
  public init(stopping: SequentialStopping) {
    self.stopping = stopping
  }

  /// Adds the value of a replication, counted from 0.
  public mutating func record(_ value: Double, ofReplication index: Int) {
    precondition(index >= 0, "replications are counted from 0, not \(index)")
    guard outcome == nil else { return }
    precondition(
      index >= replications.count && waiting[index] == nil,
      "replication \(index) was handed in before")
    waiting[index] = value
    while outcome == nil, let next = waiting.removeValue(forKey: replications.count) {
      replications.record(next)
      outcome = stopping.outcome(after: replications.moments)
    }
    if outcome != nil { waiting = [:] }
  }

  /// Returns the mean with its Student-t interval, of the replications that count.
  public var estimate: Estimate? { replications.estimate(confidence: stopping.confidence) }
}
