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
