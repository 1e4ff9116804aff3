/// One question that chance answers with yes or no.
@frozen
public struct Bernoulli: Distribution, Hashable, BitwiseCopyable {
  /// How likely yes is.
  public let probability: Double

  /// - Throws: An error unless `probability` is from 0 to 1.
  public init(probability: Double) throws(InvalidParameter) {
    try InvalidParameter.requireProbability(probability, "probability")
    self.probability = probability
  }

  /// Returns the answer; whoever gets a yes also gets it at any higher probability.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Bool {
    generator.uniform() < probability
  }

  public var mean: Double { probability }

  public var variance: Double { probability * (1 - probability) }
}
