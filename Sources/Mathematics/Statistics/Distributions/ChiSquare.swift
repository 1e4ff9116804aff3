internal import RandomStreams

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
