internal import RandomStreams

/// The beta distribution of a probability after so many successes and failures.
///
/// `RandomStreams.Beta` is its sampler.
public struct BetaDistribution: Sendable, Hashable {
  /// The first parameter, positive and finite; a greater one moves the values towards 1.
  public let a: Double
  /// The second parameter, positive and finite; a greater one moves the values towards 0.
  public let b: Double

  /// Creates the distribution with these parameters, both positive and finite.
  public init(_ a: Double, _ b: Double) {
    precondition(
      a > 0 && a < .infinity && b > 0 && b < .infinity,
      "the parameters are positive and finite, not \(a) and \(b)")
    self.a = a
    self.b = b
  }

  /// Returns the probability of at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : x >= 1 ? 1 : Double.regularizedBeta(x, a, b)
  }

  /// Returns the quantile of probability `p`.
  ///
  /// Outside of 0 to 1, and for NaN, NaN.
  public func quantile(_ p: Double) -> Double {
    guard p >= 0, p <= 1 else { return .nan }
    guard p <= 0.5 else { return quantile(upperTail: 1 - p) }
    guard p > 0 else { return 0 }
    let odds = TailSearch.argument(of: p, from: a / b, isFalling: false) { odds in
      (tail(odds, a, b), density(odds))
    }
    return odds / (1 + odds)
  }

  /// Returns the `x` that is exceeded with probability `share`, also where `share` is tiny.
  public func quantile(upperTail share: Double) -> Double {
    guard share >= 0, share <= 1 else { return .nan }
    guard share < 0.5 else { return quantile(1 - share) }
    guard share > 0 else { return 1 }
    let odds = TailSearch.argument(of: share, from: a / b, isFalling: true) { odds in
      (tail(1 / odds, b, a), density(odds))
    }
    return odds / (1 + odds)
  }

  /// Returns the probability of odds of at most so much; odds keep their digits at both ends.
  private func tail(_ odds: Double, _ a: Double, _ b: Double) -> Double {
    Double.regularizedBeta(odds / (1 + odds), complement: 1 / (1 + odds), a, b)
  }

  /// Returns the density of the odds.
  private func density(_ odds: Double) -> Double {
    Double.exp(
      (a - 1) * Double.log(odds) - (a + b) * Double.log(onePlus: odds)
        + Double.logGamma(a + b) - Double.logGamma(a) - Double.logGamma(b))
  }
}

extension BetaDistribution {
  /// The posterior of a probability by Jeffreys' prior, after so many successes of all trials.
  ///
  /// Source: Brown, Cai and DasGupta (2001), section 4.1.
  public init(jeffreys proportion: Proportion) {
    let (successes, trials) = (Double(proportion.successes), Double(proportion.trials))
    self.init(successes + 0.5, trials - successes + 0.5)
  }
}

/// The chi-square distribution of a sum of squared standard normal deviates.
public struct ChiSquare: Sendable, Hashable {
  /// The number of squared deviates, positive and finite; it need not be whole.
  public let degreesOfFreedom: Double

  /// Creates the distribution of positive, finite degrees of freedom.
  public init(degreesOfFreedom: Double) {
    precondition(
      degreesOfFreedom > 0 && degreesOfFreedom < .infinity,
      "degrees of freedom are positive and finite, not \(degreesOfFreedom)")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Returns the probability of at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : Double.regularizedLowerGamma(shape: degreesOfFreedom / 2, x / 2)
  }

  /// Returns the probability of more than `x`, with full accuracy where that is tiny.
  public func upperTail(_ x: Double) -> Double {
    x <= 0 ? 1 : Double.regularizedUpperGamma(shape: degreesOfFreedom / 2, x / 2)
  }

  /// Returns the quantile of probability `p`.
  ///
  /// A `p` of 0 gives 0, of 1 infinity; outside of that, and for NaN, NaN.
  public func quantile(_ p: Double) -> Double {
    guard p >= 0, p <= 1 else { return .nan }
    guard p <= 0.5 else { return quantile(upperTail: 1 - p) }
    let start = approximation(p)
    // Zero, or too close to it for a Double.
    guard p > 0, start > 0 else { return 0 }
    return TailSearch.argument(of: p, from: start, isFalling: false) { x in
      (cumulative(x), density(x))
    }
  }

  /// Returns the `x` that is exceeded with probability `share`, also where `share` is tiny.
  public func quantile(upperTail share: Double) -> Double {
    guard share >= 0, share <= 1 else { return .nan }
    guard share < 0.5 else { return quantile(1 - share) }
    guard share > 0 else { return .infinity }
    let start = approximation(normal: -Double.normalQuantile(share))
    return TailSearch.argument(of: share, from: start, isFalling: true) { x in
      (upperTail(x), density(x))
    }
  }

  /// Returns a start for the search: the approximation of Wilson and Hilferty (1931).
  ///
  /// For the lowest values it is the leading term of the series.
  private func approximation(_ p: Double) -> Double {
    let shape = degreesOfFreedom / 2
    let leading =
      2 * Double.exp((Double.log(p) + Double.logGamma(shape + 1)) / shape)
    return max(leading, approximation(normal: Double.normalQuantile(p)))
  }

  private func approximation(normal: Double) -> Double {
    let variance = 2 / (9 * degreesOfFreedom)
    let root = 1 - variance + normal * variance.squareRoot()
    return root > 0 ? degreesOfFreedom * root * root * root : 0
  }

  func density(_ x: Double) -> Double {
    let shape = degreesOfFreedom / 2
    return Double.exp((shape - 1) * Double.log(x / 2) - x / 2 - Double.logGamma(shape)) / 2
  }
}

/// A search for the argument at which a tail of a distribution has a given probability.
enum TailSearch {
  /// Returns the positive `x` whose tail is `share`; the tail must be monotonic.
  ///
  /// Newton's steps between logarithms, since tails are nearly powers or exponentials; a bracket
  /// keeps them in bounds.
  static func argument(
    of share: Double, from start: Double, isFalling: Bool,
    tail: (Double) -> (share: Double, density: Double)
  ) -> Double {
    var low = 0.0
    var high = Double.infinity
    var x = start > 0 && start < .infinity ? start : 1
    for _ in 0..<200 {
      let here = tail(x)
      if here.share == share { return x }
      if (here.share > share) == isFalling { low = x } else { high = x }
      let slope = here.density * x / here.share * (isFalling ? -1 : 1)
      let newton = x * Double.exp(-Double.log(here.share / share) / slope)
      let next = newton > low && newton < high ? newton : middle(low, high)
      if (next - x).magnitude <= 2e-16 * x { return next }
      x = next
    }
    return x
  }

  private static func middle(_ low: Double, _ high: Double) -> Double {
    if low == 0 { return high / 16 }
    if high == .infinity { return low * 16 }
    return low.squareRoot() * high.squareRoot()
  }
}
