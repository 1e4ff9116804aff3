/// The function x^−exponent, with its integral and its sums.
@usableFromInline
@frozen
struct PowerLaw {
  @usableFromInline let exponent: Double

  @inlinable
  init(exponent: Double) {
    self.exponent = exponent
  }

  @inlinable
  func value(at x: Double) -> Double { Double.exp(-exponent * Double.log(x)) }

  /// Returns the integral from 1 to `x`.
  @inlinable
  func integral(to x: Double) -> Double {
    let logarithm = Double.log(x)
    return logarithm * Self.growth((1 - exponent) * logarithm)
  }

  /// Returns the place from 1 to which the integral is `area`.
  @inlinable
  func place(ofIntegral area: Double) -> Double {
    // Rounding must not carry it below −1, where there is no logarithm.
    let argument = Swift.max(-1, area * (1 - exponent))
    if argument.magnitude < 1e-8 { return Double.exp(area * (1 - argument / 2)) }
    return Double.exp(area * (Double.log(onePlus: argument) / argument))
  }

  /// (e^x − 1) / x, also where `x` is 0.
  @inlinable
  static func growth(_ x: Double) -> Double {
    x.magnitude < 1e-8 ? 1 + x / 2 : Double.expMinusOne(x) / x
  }

  /// Returns the sum over the whole numbers from 1 to `last`: one by one up to 31, from there by the
  /// formula of Euler and Maclaurin with four derivatives.
  func sum(to last: Int) -> Double {
    var sum = 0.0
    for number in 1..<Swift.max(1, Swift.min(32, last + 1)) { sum += value(at: Double(number)) }
    guard last >= 32 else { return sum }
    let (first, last) = (32.0, Double(last))
    let logarithm = Double.log(last / first)
    sum += first * value(at: first) * logarithm * Self.growth((1 - exponent) * logarithm)
    sum += (value(at: first) + value(at: last)) / 2
    return sum + corrections(at: last) - corrections(at: first)
  }

  /// The derivatives of odd order at `x`, by Bernoulli's numbers over factorials.
  private func corrections(at x: Double) -> Double {
    let square = x * x
    var derivative = -exponent * value(at: x) / x
    var sum = derivative / 12
    derivative *= (exponent + 1) * (exponent + 2) / square
    sum -= derivative / 720
    derivative *= (exponent + 3) * (exponent + 4) / square
    sum += derivative / 30_240
    derivative *= (exponent + 5) * (exponent + 6) / square
    return sum - derivative / 1_209_600
  }
}

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
