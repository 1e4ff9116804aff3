/// The normal distribution.
@frozen
public struct Normal: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The mean, which is the median, too; finite.
  public let mean: Double
  /// The standard deviation, at least 0 and finite; 0 makes every value the mean.
  public let standardDeviation: Double

  /// Mean 0, standard deviation 1.
  public static let standard = certain(try Normal(mean: 0, standardDeviation: 1))

  /// - Throws: `InvalidParameter` unless both are finite and the deviation is at least 0.
  public init(mean: Double, standardDeviation: Double) throws(InvalidParameter) {
    try InvalidParameter.requireFinite(mean, "mean")
    try InvalidParameter.requireSpread(standardDeviation, "standardDeviation")
    self.mean = mean
    self.standardDeviation = standardDeviation
  }

  /// By inversion: a greater number of the generator gives a greater value, at most 8.3 deviations
  /// from the mean.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    mean + standardDeviation * Double.normalQuantile(generator.openUniform())
  }

  /// The square of the standard deviation.
  public var variance: Double { standardDeviation * standardDeviation }

  /// Returns the probability of at most `value`; a step at the mean if the deviation is 0.
  public func cumulative(_ value: Double) -> Double {
    guard standardDeviation > 0 else { return value < mean ? 0 : 1 }
    return Double.normalCumulative((value - mean) / standardDeviation)
  }

  /// Returns the value with this cumulative probability; the mean for any, if the deviation is 0.
  public func quantile(_ probability: Double) -> Double {
    guard standardDeviation > 0 else { return mean }
    return mean + standardDeviation * Double.normalQuantile(probability)
  }
}
