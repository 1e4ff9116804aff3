/// The Poisson distribution: the number of events of constant rate in a unit of time.
@frozen
public struct Poisson: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The expected number of events, from 0 to 10^15.
  public let mean: Double
  /// The probability of 0.
  @usableFromInline let none: Double
  @usableFromInline let hat: TransformedRejection

  /// - Throws: `InvalidParameter` unless `mean` is from 0 to 10^15.
  public init(mean: Double) throws(InvalidParameter) {
    try InvalidParameter.require(mean >= 0 && mean <= 1e15, "mean", mean, "from 0 to 10^15")
    self.mean = mean
    none = Double.exp(-mean)
    hat = TransformedRejection(poisson: mean)
  }

  /// By inversion below a mean of 30, where a greater number of the generator gives no lower value;
  /// from there by rejection, with about 1.2 pairs of numbers (algorithm PTRS of Hörmann, 1993).
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Int {
    guard mean < 30 else {
      while true {
        let (value, isSure, threshold) = hat.propose(using: &generator)
        if isSure || accepts(value, below: threshold) { return Int(value) }
      }
    }
    let chance = generator.uniform()
    var value = 0.0
    var share = none
    var sum = none
    // The sum need not reach the greatest chance; what is missing then is below 2^−53.
    while chance >= sum, share > 0x1p-70 {
      value += 1
      share *= mean / value
      sum += share
    }
    return Int(value)
  }

  @usableFromInline
  func accepts(_ value: Double, below threshold: Double) -> Bool {
    value >= 0 && value < 0x1p62 && Double.log(threshold) <= logProbability(of: value)
  }

  /// The logarithm of the probability of a whole number, with errors that do not grow with it
  /// (Loader, 2000).
  private func logProbability(of value: Double) -> Double {
    guard value > 0 else { return -mean }
    return -Double.stirlingError(value) - Double.deviance(of: value, from: mean)
      - Double.halfLogOfTwoPi - 0.5 * Double.log(value)
  }

  /// The variance, which equals the mean.
  public var variance: Double { mean }

  /// Returns the probability of `value`.
  public func probability(of value: Int) -> Double {
    guard value >= 0 else { return 0 }
    guard mean > 0 else { return value == 0 ? 1 : 0 }
    return Double.exp(logProbability(of: Double(value)))
  }

  /// Returns the probability of at most `value` events.
  public func cumulative(_ value: Int) -> Double {
    guard value >= 0 else { return 0 }
    guard mean > 0 else { return 1 }
    return Double.regularizedUpperGamma(shape: Double(value) + 1, mean)
  }

  /// Returns the least value whose cumulative probability reaches `probability`.
  ///
  /// A probability of 1 counts as the greatest number below it.
  public func quantile(_ probability: Double) -> Int {
    leastValue(reaching: probability, from: 0)
  }
}
