internal import RandomStreams

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

/// How much of the variance of a number two runs with the same inputs have in common.
///
/// Twins differ by chance alone, so their correlation is the share of the inputs.
public struct SharedVariance: Sendable {
  /// The share, with its interval by Fisher's transformation; never below nought.
  public let share: Estimate

  /// Measures pairs of twins, each pair with inputs of its own; `nil` for fewer than four, or
  /// without any variance.
  public init?(_ pairs: [(first: Double, second: Double)], confidence: Double = 0.95) {
    let count = Double(pairs.count)
    guard count >= 4 else { return nil }
    // Both twins have the same law, so they share one mean and one variance.
    let mean = pairs.reduce(0.0) { $0 + $1.first + $1.second } / (2 * count)
    let variance =
      pairs.reduce(0.0) {
        $0 + ($1.first - mean) * ($1.first - mean) + ($1.second - mean) * ($1.second - mean)
      } / 2
    guard variance > 0 else { return nil }
    let together = pairs.reduce(0.0) { $0 + ($1.first - mean) * ($1.second - mean) }
    let correlation = min(max(together / variance, -0.999_999), 0.999_999)
    let reach = -Double.normalQuantile((1 - confidence) / 2) / (count - 3).squareRoot()
    let place = (Double.log(1 + correlation) - Double.log(1 - correlation)) / 2
    func share(_ place: Double) -> Double {
      let odds = Double.exp(2 * place)
      return max(0, (odds - 1) / (odds + 1))
    }
    self.share = Estimate(
      max(0, correlation), from: share(place - reach), to: share(place + reach),
      confidence: confidence)
  }
}
