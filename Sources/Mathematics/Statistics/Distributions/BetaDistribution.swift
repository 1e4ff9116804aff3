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
