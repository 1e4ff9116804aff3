/// The Zipf distribution: ranks from 1 to `count`, each as likely as the inverse of its power.
@frozen
public struct Zipf: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The exponent, from 0 to 1,000: a rank has the weight rank^−exponent, and 0 makes all equal.
  public let exponent: Double
  /// The number of ranks, from 1 to 10^15.
  public let count: Int
  /// The hat's integral up to the ends, and the distance within which a place needs no further
  /// check.
  @usableFromInline let start: Double
  @usableFromInline let end: Double
  @usableFromInline let sure: Double

  /// - Throws: `InvalidParameter` unless the exponent is from 0 to 1,000 and the count from 1 to
  ///   10^15.
  public init(exponent: Double, count: Int) throws(InvalidParameter) {
    try InvalidParameter.require(
      exponent >= 0 && exponent <= 1_000, "exponent", exponent, "from 0 to 1000")
    try InvalidParameter.requireCount(count, "count", atLeast: 1)
    self.exponent = exponent
    self.count = count
    let hat = PowerLaw(exponent: exponent)
    start = hat.integral(to: 1.5) - 1
    end = hat.integral(to: Double(count) + 0.5)
    sure = 2 - hat.place(ofIntegral: hat.integral(to: 2.5) - hat.value(at: 2))
  }

  /// By rejection-inversion, without tables, with hardly more than one number whatever the count
  /// (Hörmann and Derflinger, 1996).
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Int {
    let hat = PowerLaw(exponent: exponent)
    while true {
      let area = start + generator.openUniform() * (end - start)
      let place = hat.place(ofIntegral: area)
      // Rounding may carry a place beyond either end.
      let rank = Int(Swift.max(1, Swift.min(Double(count), place + 0.5)))
      if Double(rank) - place <= sure
        || area >= hat.integral(to: Double(rank) + 0.5) - hat.value(at: Double(rank))
      {
        return rank
      }
    }
  }

  /// The mean rank.
  ///
  /// - Complexity: O(1), whatever the number of ranks.
  public var mean: Double {
    PowerLaw(exponent: exponent - 1).sum(to: count) / PowerLaw(exponent: exponent).sum(to: count)
  }

  /// The mean square distance of a rank from the mean rank.
  ///
  /// - Complexity: O(1), whatever the number of ranks.
  public var variance: Double {
    let mean = mean
    let square = PowerLaw(exponent: exponent - 2).sum(to: count)
    return square / PowerLaw(exponent: exponent).sum(to: count) - mean * mean
  }

  /// Returns the probability of a rank up to `value`.
  ///
  /// - Complexity: O(1), whatever the number of ranks.
  public func cumulative(_ value: Int) -> Double {
    guard value >= 1 else { return 0 }
    guard value < count else { return 1 }
    let law = PowerLaw(exponent: exponent)
    return law.sum(to: value) / law.sum(to: count)
  }

  /// Returns the least rank whose cumulative probability reaches `probability`.
  ///
  /// A probability of 1 counts as the greatest number below it.
  ///
  /// - Complexity: O(log count) evaluations of the cumulative probability.
  public func quantile(_ probability: Double) -> Int {
    leastValue(reaching: probability, from: 1, to: count)
  }
}
