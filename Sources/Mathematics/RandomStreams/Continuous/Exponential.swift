public import RealFunctions

/// The exponential distribution: the waiting time for an event of constant rate.
@frozen
public struct Exponential: CumulativeDistribution, Hashable, BitwiseCopyable {
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

  public var variance: Double { mean * mean }

  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : -Double.expMinusOne(-value / mean)
  }

  public func quantile(_ probability: Double) -> Double {
    -mean * Double.log(onePlus: -probability)
  }
}
