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

  public var mean: Double { probability }

  public var variance: Double { probability * (1 - probability) }
}
