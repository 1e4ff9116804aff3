/// The binomial distribution: the number of yes among `count` answers.
@frozen
public struct Binomial: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The number of answers, from 0 to 10^15.
  public let count: Int
  /// The probability of yes in each answer.
  public let probability: Double
  /// The probability of the rarer answer, which is counted.
  @usableFromInline let rarer: Double
  /// The probability that the rarer answer never comes.
  @usableFromInline let none: Double
  @usableFromInline let hat: TransformedRejection
  /// The logarithm of the probability of the likeliest value.
  private let peak: Double

  /// - Throws: `InvalidParameter` unless the count is from 0 to 10^15 and the probability from 0 to
  ///   1.
  public init(count: Int, probability: Double) throws(InvalidParameter) {
    try InvalidParameter.requireCount(count, "count", atLeast: 0)
    try InvalidParameter.requireProbability(probability, "probability")
    self.count = count
    self.probability = probability
    let number = Double(count)
    rarer = Swift.min(probability, 1 - probability)
    none = Double.exp(number * Double.log(onePlus: -rarer))
    hat = TransformedRejection(binomial: number, rarer)
    let likeliest = Swift.min(number, ((number + 1) * rarer).rounded(.down))
    peak = Self.logProbability(of: likeliest, number, rarer)
  }

  /// By inversion where fewer than 30 of the rarer answer are expected, and a greater number of the
  /// generator gives no lower value; otherwise by rejection, with about 1.2 pairs of numbers
  /// (algorithm BTRS of Hörmann, 1993).
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Int {
    let isRare = probability <= 0.5
    guard Double(count) * rarer < 30 else {
      while true {
        let (value, isSure, threshold) = hat.propose(using: &generator)
        if isSure || accepts(value, below: threshold) {
          return isRare ? Int(value) : count - Int(value)
        }
      }
    }
    let number = generator.openUniform()
    let chance = isRare ? number : 1 - number
    let odds = rarer / (1 - rarer)
    var value = 0.0
    var share = none
    var sum = none
    // The sum need not reach the greatest chance; what is missing then is below 2^−53.
    while chance > sum, share > 0x1p-70 {
      share *= odds * (Double(count) - value) / (value + 1)
      value += 1
      sum += share
    }
    return isRare ? Int(value) : count - Int(value)
  }

  @usableFromInline
  func accepts(_ value: Double, below threshold: Double) -> Bool {
    let number = Double(count)
    return value >= 0 && value <= number
      && Double.log(threshold) <= Self.logProbability(of: value, number, rarer) - peak
  }

  /// The logarithm of the probability of a whole number, with errors that do not grow with it
  /// (Loader, 2000).
  private static func logProbability(
    of value: Double, _ count: Double, _ probability: Double
  ) -> Double {
    let rest = count - value
    guard value > 0 else { return count * Double.log(onePlus: -probability) }
    guard rest > 0 else { return count * Double.log(probability) }
    return Double.stirlingError(count) - Double.stirlingError(value) - Double.stirlingError(rest)
      - Double.deviance(of: value, from: count * probability)
      - Double.deviance(of: rest, from: count * (1 - probability))
      - Double.halfLogOfTwoPi + 0.5 * Double.log(count / value / rest)
  }

  /// The mean, count · probability.
  public var mean: Double { Double(count) * probability }

  /// The variance, count · probability · (1 − probability).
  public var variance: Double { mean * (1 - probability) }

  /// Returns the probability of `value`.
  public func probability(of value: Int) -> Double {
    guard value >= 0, value <= count else { return 0 }
    guard rarer > 0 else { return value == (probability < 0.5 ? 0 : count) ? 1 : 0 }
    return Double.exp(Self.logProbability(of: Double(value), Double(count), probability))
  }

  /// Returns the probability of at most `value` times yes.
  public func cumulative(_ value: Int) -> Double {
    guard value >= 0 else { return 0 }
    guard value < count, probability > 0 else { return 1 }
    guard probability < 1 else { return 0 }
    return Double.regularizedBeta(
      1 - probability, complement: probability, Double(count - value), Double(value) + 1)
  }

  /// Returns the least value whose cumulative probability reaches `probability`.
  ///
  /// A probability of 1 counts as the greatest number below it.
  ///
  /// - Complexity: O(log count) evaluations of the cumulative probability.
  public func quantile(_ probability: Double) -> Int {
    leastValue(reaching: probability, from: 0, to: count)
  }
}
