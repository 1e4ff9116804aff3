/// The Bernoulli distribution: yes or no.
@frozen
public struct Bernoulli: Distribution, Hashable, BitwiseCopyable {
  /// The probability of yes.
  public let probability: Double

  /// - Throws: `InvalidParameter` unless `probability` is from 0 to 1.
  public init(probability: Double) throws(InvalidParameter) {
    try InvalidParameter.requireProbability(probability, "probability")
    self.probability = probability
  }

  /// Returns the answer; a draw that gives yes also gives it at any higher probability.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Bool {
    generator.uniform() < probability
  }

  /// The proportion of yes, which is the probability.
  public var mean: Double { probability }

  /// The variance, probability · (1 − probability), with yes as 1 and no as 0.
  public var variance: Double { probability * (1 - probability) }
}
