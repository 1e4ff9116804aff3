internal import RandomStreams

/// Student's t distribution of a mean whose variance is estimated from the same numbers.
///
/// Degrees of freedom need not be whole; infinitely many give the normal distribution.
public struct StudentT: Sendable, Hashable {
  /// The degrees of freedom, above 0; for the mean of n numbers n − 1.
  public let degreesOfFreedom: Double

  /// Creates the distribution of positive degrees of freedom, which may be infinite.
  public init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0, "degrees of freedom are positive, not \(degreesOfFreedom)")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Returns the probability of at most `t`.
  public func cumulative(_ t: Double) -> Double { upperTail(-t) }

  /// Returns the probability of more than `t`, with full accuracy where that is tiny.
  public func upperTail(_ t: Double) -> Double {
    guard t >= 0 else { return t.isNaN ? t : 1 - upperTail(-t) }
    guard degreesOfFreedom < .infinity else { return Double.normalCumulative(-t) }
    let square = t * (t / degreesOfFreedom)
    guard square < .infinity else { return farTail(t) }
    return 0.5
      * Double.regularizedBeta(
        1 / (1 + square), complement: square / (1 + square), degreesOfFreedom / 2, 0.5)
  }

  /// Returns the quantile of probability `p`.
  ///
  /// A `p` of 0 or 1 gives an infinity; outside of that, and for NaN, NaN.
  public func quantile(_ p: Double) -> Double {
    p < 0.5 ? -quantile(upperTail: p) : quantile(upperTail: 1 - p)
  }

  /// Returns the `t` that is exceeded with probability `share`, also where `share` is tiny.
  public func quantile(upperTail share: Double) -> Double {
    guard share >= 0, share <= 1 else { return .nan }
    guard share <= 0.5 else { return -quantile(upperTail: 1 - share) }
    if share == 0 { return .infinity }
    if share == 0.5 { return 0 }
    let normal = -Double.normalQuantile(share)
    guard degreesOfFreedom < .infinity else { return normal }
    return TailSearch.argument(of: share, from: normal, isFalling: true) { t in
      (upperTail(t), density(t))
    }
  }

  /// Returns the two-sided critical value: ±`t` contains the proportion `confidence`.
  public func criticalValue(confidence: Double) -> Double {
    preconditionConfidence(confidence)
    return quantile(upperTail: (1 - confidence) / 2)
  }

  /// Returns the probability of more than `t` where the mean lies `drift` standard errors above: the
  /// noncentral t distribution, whose tail is the power of a t test.
  public func upperTail(_ t: Double, drift: Double) -> Double {
    guard degreesOfFreedom < 1e7 else { return Double.normalCumulative(drift - t) }
    // The mean over the standard deviation that is estimated, by Simpson's rule.
    let reach = 10 / (2 * degreesOfFreedom).squareRoot()
    let (first, steps) = (max(0, 1 - reach), 600)
    let step = (1 + reach - first) / Double(steps)
    var (sum, whole) = (0.0, 0.0)
    for index in 0...steps {
      let deviation = max(first + Double(index) * step, 1e-300)
      let density = Double.exp(
        (degreesOfFreedom - 1) * Double.log(deviation)
          - degreesOfFreedom * (deviation * deviation - 1) / 2)
      let isEnd = index == 0 || index == steps
      let weight = density * (isEnd ? 1 : index.isMultiple(of: 2) ? 2 : 4)
      sum += weight * Double.normalCumulative(drift - t * deviation)
      whole += weight
    }
    return min(1, sum / whole)
  }

  /// Returns the number of the normal distribution that is as rare as `t`: bounds of looks are made
  /// for that.
  public func normalScore(of t: Double) -> Double {
    let tail = upperTail(t.magnitude)
    // Beyond what a tail can tell, either is far over every bound.
    guard tail > 1e-300 else { return t }
    return -Double.normalQuantile(tail) * (t < 0 ? -1 : 1)
  }

  func density(_ t: Double) -> Double {
    let half = degreesOfFreedom / 2
    let square = t * (t / degreesOfFreedom)
    let spread =
      square < .infinity
      ? Double.log(onePlus: square) : 2 * Double.log(t) - Double.log(degreesOfFreedom)
    return Double.exp(logPeak - (half + 0.5) * spread)
  }

  /// Returns the tail where it is a power of `t` to the last digit.
  private func farTail(_ t: Double) -> Double {
    guard t < .infinity else { return 0 }
    let (logFreedom, half) = (Double.log(degreesOfFreedom), degreesOfFreedom / 2)
    return Double.exp(logPeak + (half - 0.5) * logFreedom - degreesOfFreedom * Double.log(t))
  }

  /// The logarithm of the density at zero.
  private var logPeak: Double {
    let half = degreesOfFreedom / 2
    return Double.logGamma(half + 0.5) - Double.logGamma(half)
      - 0.5 * Double.log(degreesOfFreedom * .pi)
  }
}
