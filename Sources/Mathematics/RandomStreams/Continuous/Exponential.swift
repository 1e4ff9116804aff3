/// The exponential distribution: the waiting time for an event of constant rate.
@frozen
public struct Exponential: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The mean waiting time, above 0 and finite; the inverse of the rate.
  public let mean: Double

  /// - Throws: `InvalidParameter` unless `mean` is above 0 and finite.
  public init(mean: Double) throws(InvalidParameter) {
    try InvalidParameter.requirePositive(mean, "mean")
    self.mean = mean
  }

  /// - Throws: `InvalidParameter` unless `rate`, events per unit of time, is above 0 and finite,
  ///   and so is the mean.
  public init(rate: Double) throws(InvalidParameter) {
    try InvalidParameter.requirePositive(rate, "rate")
    try InvalidParameter.requirePositive(1 / rate, "mean")
    mean = 1 / rate
  }

  /// By inversion: a greater number of the generator gives a greater value, at most 36.7 means.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    -mean * Double.log(1 - generator.openUniform())
  }

  /// The square of the mean; infinite where it exceeds the greatest number.
  public var variance: Double { mean * mean }

  /// Returns the probability of at most `value`, with full accuracy where that is tiny.
  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : -Double.expMinusOne(-value / mean)
  }

  /// Returns the least value whose cumulative probability reaches `probability`; infinite for 1.
  public func quantile(_ probability: Double) -> Double {
    -mean * Double.log(onePlus: -probability)
  }
}
