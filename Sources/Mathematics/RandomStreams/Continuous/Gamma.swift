/// The gamma distribution: the waiting time for `shape` events, or a rate that differs between
/// people.
@frozen
public struct Gamma: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The number of events waited for, from 10^−100 to 10^100; it need not be whole.
  public let shape: Double
  /// The mean wait for a single event, in the unit of the values; above 0 and finite.
  public let scale: Double
  @usableFromInline let core: GammaCore

  /// - Throws: `InvalidParameter` unless the shape is from 10^−100 to 10^100 and the scale above 0
  ///   and finite.
  public init(shape: Double, scale: Double) throws(InvalidParameter) {
    try InvalidParameter.requireShape(shape, "shape")
    try InvalidParameter.requirePositive(scale, "scale")
    self.shape = shape
    self.scale = scale
    core = GammaCore(shape: shape)
  }

  /// By rejection, with about 1.05 pairs of numbers, and one more for a shape below 1, where a value
  /// may be too small for a number other than 0.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    let value = scale * core.sample(using: &generator)
    guard shape < 1 else { return value }
    return value * Double.exp(Double.log(generator.openUniform()) / shape)
  }

  /// The mean, shape · scale.
  public var mean: Double { shape * scale }

  /// The variance, shape · scale².
  public var variance: Double { shape * scale * scale }

  /// Returns the probability of at most `value`: the regularized lower incomplete gamma function.
  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : Double.regularizedLowerGamma(shape: shape, value / scale)
  }

  /// Computes the cumulative probability about 60 times.
  public func quantile(_ probability: Double) -> Double {
    leastValue(reaching: probability, upTo: .infinity)
  }
}
