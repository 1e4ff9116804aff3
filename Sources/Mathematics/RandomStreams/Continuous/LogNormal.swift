/// The log-normal distribution: the logarithm of a value is normal, as of delays between seconds
/// and weeks.
@frozen
public struct LogNormal: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The value that half of all values exceed, above 0 and finite.
  public let median: Double
  /// The standard deviation of the logarithm.
  public let sigma: Double

  /// - Throws: `InvalidParameter` unless the median is above 0 and finite, `sigma` at least 0, and
  ///   even the value 8.3 sigmas above the median finite.
  public init(median: Double, sigma: Double) throws(InvalidParameter) {
    try InvalidParameter.requirePositive(median, "median")
    try InvalidParameter.requireSpread(sigma, "sigma")
    try InvalidParameter.require(
      (median * Double.exp(8.3 * sigma)).isFinite, "sigma", sigma,
      "so small that values stay finite")
    self.median = median
    self.sigma = sigma
  }

  /// - Throws: `InvalidParameter` unless the mean is above 0 and finite, the deviation at least 0
  ///   and finite, and the median and sigma that follow are allowed.
  public init(mean: Double, standardDeviation: Double) throws(InvalidParameter) {
    try InvalidParameter.requirePositive(mean, "mean")
    try InvalidParameter.requireSpread(standardDeviation, "standardDeviation")
    let variation = standardDeviation / mean
    let logVariance = Double.log(onePlus: variation * variation)
    try self.init(median: mean * Double.exp(-logVariance / 2), sigma: logVariance.squareRoot())
  }

  /// By inversion: a greater number of the generator gives a greater value.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    quantile(generator.openUniform())
  }

  /// Infinite where it exceeds the greatest number, as may be the variance.
  public var mean: Double { median * Double.exp(sigma * sigma / 2) }

  /// The variance, median² · e^σ² · (e^σ² − 1).
  public var variance: Double {
    let square = sigma * sigma
    // The last root is √(e^σ² − 1) / e^(σ²/2): no product here is 0 · ∞.
    let deviation = mean * Double.exp(square / 2) * (-Double.expMinusOne(-square)).squareRoot()
    return deviation * deviation
  }

  /// Returns the probability of at most `value`; a step at the median if `sigma` is 0.
  public func cumulative(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    guard sigma > 0 else { return value < median ? 0 : 1 }
    return Double.normalCumulative(Double.log(value / median) / sigma)
  }

  /// Returns the value with this cumulative probability; the median for any, if `sigma` is 0.
  @inlinable
  public func quantile(_ probability: Double) -> Double {
    guard sigma > 0 else { return median }
    return median * Double.exp(sigma * Double.normalQuantile(probability))
  }
}

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
