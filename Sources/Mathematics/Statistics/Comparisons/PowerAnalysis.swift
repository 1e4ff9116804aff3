internal import RandomStreams

/// The sample size that an experiment needs, or the effect that a given size detects.
///
/// Two groups of equal size, the normal approximation. Sizes are per group and not rounded.
public struct PowerAnalysis: Sendable, Hashable {
  /// The probability of detecting an effect where there is none.
  public let falsePositiveRate: Double
  /// The probability of detecting the true effect.
  public let power: Double
  /// Whether an effect in either direction counts.
  public let isTwoSided: Bool

  /// Creates an analysis with these error rates: by default 5% false positives, and a power of 80%.
  public init(falsePositiveRate: Double = 0.05, power: Double = 0.8, isTwoSided: Bool = true) {
    preconditionConfidence(1 - falsePositiveRate)
    preconditionConfidence(power)
    self.falsePositiveRate = falsePositiveRate
    self.power = power
    self.isTwoSided = isTwoSided
  }

  /// Returns the size per group that detects a difference of means; infinite for zero.
  public func sizePerGroup(difference: Double, variance: Double) -> Double {
    sizePerGroup(difference: difference, under: variance, otherwise: variance)
  }

  /// Returns the power to detect a difference of means with `size` observations per group.
  public func power(difference: Double, variance: Double, sizePerGroup size: Double) -> Double {
    power(difference: difference, under: variance, otherwise: variance, sizePerGroup: size)
  }

  /// Returns the least difference of means that is detected with the required power.
  public func detectableDifference(variance: Double, sizePerGroup size: Double) -> Double {
    reach * (2 * variance / size).squareRoot()
  }

  /// The effect that is found with the required power, in standard errors: 2.8016 by default.
  public var reach: Double { threshold + reserve }

  /// The critical value, in standard errors.
  public var threshold: Double {
    -Double.normalQuantile(isTwoSided ? falsePositiveRate / 2 : falsePositiveRate)
  }

  /// The required distance of the true effect beyond the critical value, in standard errors.
  public var reserve: Double { Double.normalQuantile(power) }

  /// Returns the size from half the variance of the difference without an effect, and with it.
  func sizePerGroup(
    difference: Double, under null: Double, otherwise alternative: Double
  ) -> Double {
    let reach = threshold * (2 * null).squareRoot() + reserve * (2 * alternative).squareRoot()
    return reach * reach / (difference * difference)
  }

  /// An effect detected in the wrong direction does not count.
  func power(
    difference: Double, under null: Double, otherwise alternative: Double, sizePerGroup: Double
  ) -> Double {
    let reach = difference.magnitude * sizePerGroup.squareRoot()
    return Double.normalCumulative(
      (reach - threshold * (2 * null).squareRoot()) / (2 * alternative).squareRoot())
  }
}

extension PowerAnalysis {
  /// Returns the power to detect a relative lift of a mean, with `size` observations per group.
  ///
  /// The variance of an observation is the same in both groups, that of the lift the delta
  /// method's. In a two-sided test a lift detected in the wrong direction counts, as in
  /// GrowthBook's calculator.
  public func power(
    lift: Double, mean: Double, variance: Double, sizePerGroup size: Double
  ) -> Double {
    let error = standardError(ofLift: lift, mean: mean, variance: variance, size: size)
    let distance = lift.magnitude / error
    let rightWay = Double.normalCumulative(distance - threshold)
    return isTwoSided ? rightWay + Double.normalCumulative(-distance - threshold) : rightWay
  }

  /// Returns the least relative rise that is detected with the required power.
  ///
  /// `nil` where no rise is: a greater one is also less certain.
  public func detectableLift(
    mean: Double, variance: Double, sizePerGroup size: Double
  ) -> Double? {
    // lift² = u (1 + (1 + lift)²), with u the squared reach of one group.
    let u = reach * reach * variance / (size * mean * mean)
    guard u < 1 else { return nil }
    return (u + (u * (2 - u)).squareRoot()) / (1 - u)
  }

  private func standardError(
    ofLift lift: Double, mean: Double, variance: Double, size: Double
  ) -> Double {
    let ratio = 1 + lift
    return (variance / size * (1 + ratio * ratio)).squareRoot() / mean.magnitude
  }
}

extension PowerAnalysis {
  /// The variances in the planning of a test of two proportions.
  public enum ProportionVariance: Sendable, Hashable, CaseIterable {
    /// Without an effect both groups have the baseline's, with it each its own: Evan Miller's
    /// calculator.
    case baselineWithoutEffect
    /// Each group its own, with and without an effect: G*Power's and R's unpooled test.
    case ownOfEachGroup
    /// Both groups have the baseline's, with and without an effect: Spotify's Confidence.
    case baselineAlways
  }

  /// Returns the size per group that detects a proportion moved from `baseline` by `difference`.
  ///
  /// Infinite for a difference of zero.
  public func sizePerGroup(
    baseline: Double, difference: Double, variance: ProportionVariance = .ownOfEachGroup
  ) -> Double {
    let halves = variance.halves(from: baseline, by: difference)
    return sizePerGroup(
      difference: difference, under: halves.without, otherwise: halves.with)
  }

  /// Returns the power to detect a proportion moved by `difference`, with `size` trials per group.
  public func power(
    baseline: Double, difference: Double, sizePerGroup size: Double,
    variance: ProportionVariance = .ownOfEachGroup
  ) -> Double {
    let halves = variance.halves(from: baseline, by: difference)
    return power(
      difference: difference, under: halves.without, otherwise: halves.with, sizePerGroup: size)
  }

  /// Returns the least rise above `baseline` that is detected with the required power.
  ///
  /// `nil` where even a rise to 1 is not.
  public func detectableRise(
    baseline: Double, sizePerGroup size: Double, variance: ProportionVariance = .ownOfEachGroup
  ) -> Double? {
    func isSeen(_ rise: Double) -> Bool {
      sizePerGroup(baseline: baseline, difference: rise, variance: variance) <= size
    }
    guard isSeen(1 - baseline) else { return nil }
    var (low, high) = (0.0, 1 - baseline)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if isSeen(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension PowerAnalysis.ProportionVariance {
  /// Half the variance of the difference of two trials, one of each group, without and with an
  /// effect.
  fileprivate func halves(
    from baseline: Double, by difference: Double
  ) -> (without: Double, with: Double) {
    let moved = baseline + difference
    precondition(
      baseline > 0 && baseline < 1 && moved >= 0 && moved <= 1,
      "proportions lie between 0 and 1, not at \(baseline) and \(moved)")
    let ours = baseline * (1 - baseline)
    let own = (ours + moved * (1 - moved)) / 2
    switch self {
    case .baselineWithoutEffect: return (ours, own)
    case .ownOfEachGroup: return (own, own)
    case .baselineAlways: return (ours, ours)
    }
  }
}
