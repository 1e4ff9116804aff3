/// The difference that a change makes, from runs of both policies under the same seeds.
///
/// Common random variation cancels, so that far fewer replications show the same difference.
public struct PairedDifference: Sendable, Hashable {
  /// The values without the change, one for each seed.
  public private(set) var before = RunningMoments()
  /// The values with the change, one for each seed.
  public private(set) var after = RunningMoments()
  /// After − before, one for each seed.
  public private(set) var difference = RunningMoments()

  /// Creates a difference without pairs.
  public init() {}

  /// Adds the results of one seed under both policies.
  public mutating func record(before: Double, after: Double) {
    self.before.record(before)
    self.after.record(after)
    difference.record(after - before)
  }

  /// The number of pairs, one for each seed.
  public var count: Int { difference.count }

  /// Returns the mean of after − before with its Student-t interval over the pairs.
  ///
  /// `nil` before the second pair, and when a value was not finite.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    difference.meanEstimate(confidence: confidence)
  }

  /// The factor by which independent seeds would need more replications for the same width.
  ///
  /// Below one the pairing did harm. Infinite where every pair differs by the same; `nil` before
  /// the second pair and where neither policy's values vary.
  public var varianceReduction: Double? {
    guard let first = before.variance, let second = after.variance,
      let paired = difference.variance,
      first + second > 0, paired >= 0
    else { return nil }
    return (first + second) / paired
  }

  /// The correlation between the two policies' values; `nil` where one of them does not vary.
  public var correlation: Double? {
    guard let first = before.variance, let second = after.variance,
      let paired = difference.variance,
      first > 0, second > 0, paired >= 0
    else { return nil }
    let correlation = (first + second - paired) / (2 * (first * second).squareRoot())
    return max(-1, min(1, correlation))
  }
}
