/// The beta distribution: a proportion between 0 and 1, such as a person's inclination.
@frozen
public struct Beta: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The first shape, from 10^−100 to 10^100: a greater one moves the values towards 1.
  public let alpha: Double
  /// The second shape, from 10^−100 to 10^100: a greater one moves the values towards 0.
  public let beta: Double
  @usableFromInline let forCore: GammaCore
  @usableFromInline let againstCore: GammaCore

  /// - Throws: `InvalidParameter` unless both shapes are from 10^−100 to 10^100.
  public init(alpha: Double, beta: Double) throws(InvalidParameter) {
    try InvalidParameter.requireShape(alpha, "alpha")
    try InvalidParameter.requireShape(beta, "beta")
    self.alpha = alpha
    self.beta = beta
    forCore = GammaCore(shape: alpha)
    againstCore = GammaCore(shape: beta)
  }

  /// By the proportion of one gamma value in the sum of two; so close to 0 or 1 that no number lies
  /// between, it is 0 or 1.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    let up = forCore.sample(using: &generator)
    let down = againstCore.sample(using: &generator)
    guard alpha < 1 || beta < 1 else { return up / (up + down) }
    // By logarithms, since with small shapes both gamma values may vanish.
    var odds = Double.log(down / up)
    if alpha < 1 { odds -= Double.log(generator.openUniform()) / alpha }
    if beta < 1 { odds += Double.log(generator.openUniform()) / beta }
    return 1 / (1 + Double.exp(odds))
  }

  /// The mean, α / (α + β).
  public var mean: Double { alpha / (alpha + beta) }

  /// The variance, mean · (1 − mean) / (α + β + 1); at most 1/4.
  public var variance: Double { mean * (beta / (alpha + beta)) / (alpha + beta + 1) }

  /// Returns the probability of at most `value`: the regularized incomplete beta function.
  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : value >= 1 ? 1 : Double.regularizedBeta(value, alpha, beta)
  }

  /// Computes the cumulative probability about 60 times.
  public func quantile(_ probability: Double) -> Double {
    leastValue(reaching: probability, upTo: 1)
  }
}
