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

/// The hat of the transformed rejection method, in which most proposals need no logarithm:
/// "The transformed rejection method for generating Poisson random variables" and "The generation
/// of binomial random variates" of Hörmann (1993).
@usableFromInline
@frozen
struct TransformedRejection: Hashable, BitwiseCopyable {
  /// The centre of the hat.
  @usableFromInline let centre: Double
  /// The parameter of its tails.
  @usableFromInline let tail: Double
  /// The width of the hat.
  @usableFromInline let width: Double
  /// Up to here a proposal near the centre lies below the probabilities for sure.
  @usableFromInline let sure: Double
  /// The factor of the hat.
  @usableFromInline let scale: Double

  /// Algorithm PTRS, for means from 10.
  init(poisson mean: Double) {
    width = 0.931 + 2.53 * mean.squareRoot()
    tail = -0.059 + 0.02483 * width
    centre = mean + 0.43
    sure = 0.9277 - 3.6224 / (width - 2)
    scale = 1.1239 + 1.1328 / (width - 3.4)
  }

  /// Algorithm BTRS, for `count` · `probability` from 10 and probabilities up to one half.
  init(binomial count: Double, _ probability: Double) {
    let deviation = (count * probability * (1 - probability)).squareRoot()
    width = 1.15 + 2.53 * deviation
    tail = -0.0873 + 0.0248 * width + 0.01 * probability
    centre = count * probability + 0.5
    sure = 0.92 - 4.2 / width
    scale = (2.83 + 5.1 / width) * deviation
  }

  /// Returns a whole number, which is the value if it is sure, and otherwise if the threshold is at
  /// most its probability (of PTRS; of BTRS as a proportion of the most likely one's).
  @inlinable
  func propose(
    using generator: inout some RandomNumberGenerator
  ) -> (value: Double, isSure: Bool, threshold: Double) {
    let place = generator.openUniform() - 0.5
    let height = generator.openUniform()
    let inside = 0.5 - place.magnitude
    let value = floor((2 * tail / inside + width) * place + centre)
    let isSure = inside >= 0.07 && height <= sure
    return (value, isSure, height * scale / (tail / (inside * inside) + width))
  }

  /// The greatest whole number up to `x`, without a call into the C library.
  @inlinable
  func floor(_ x: Double) -> Double {
    guard x.magnitude < 0x1p52 else { return x }
    let whole = Double(Int64(x))
    return whole > x ? whole - 1 : whole
  }
}
