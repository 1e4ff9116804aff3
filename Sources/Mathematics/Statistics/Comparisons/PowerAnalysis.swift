internal import RealFunctions

/// How many observations an experiment needs, and what it would see with those it has.
///
/// Two groups of equal size, the normal approximation. Sizes are per group and not rounded.
public struct PowerAnalysis: Sendable, Hashable {
  /// How likely it is to see an effect that is not there.
  public let falsePositiveRate: Double
  /// How likely it is to see the effect that is there.
  public let power: Double
  /// Whether an effect in either direction counts.
  public let isTwoSided: Bool

  public init(falsePositiveRate: Double = 0.05, power: Double = 0.8, isTwoSided: Bool = true) {
    preconditionConfidence(1 - falsePositiveRate)
    preconditionConfidence(power)
    self.falsePositiveRate = falsePositiveRate
    self.power = power
    self.isTwoSided = isTwoSided
  }

  /// Returns the size per group that shows a difference of means; infinite for a difference of
  /// zero.
  public func sizePerGroup(difference: Double, variance: Double) -> Double {
    sizePerGroup(difference: difference, under: variance, otherwise: variance)
  }

  /// Returns the chance of seeing a difference of means with `size` observations per group.
  public func power(difference: Double, variance: Double, sizePerGroup size: Double) -> Double {
    power(difference: difference, under: variance, otherwise: variance, sizePerGroup: size)
  }

  /// Returns the least difference of means that is seen with the power asked for.
  public func detectableDifference(variance: Double, sizePerGroup size: Double) -> Double {
    (threshold + reserve) * (2 * variance / size).squareRoot()
  }

  /// How many standard errors out "no effect" is given up.
  var threshold: Double {
    -Double.normalQuantile(isTwoSided ? falsePositiveRate / 2 : falsePositiveRate)
  }

  /// How many standard errors the true effect must lie beyond that.
  var reserve: Double { Double.normalQuantile(power) }

  /// The size from half the variance of the difference without an effect, and with it.
  func sizePerGroup(
    difference: Double, under null: Double, otherwise alternative: Double
  ) -> Double {
    let reach = threshold * (2 * null).squareRoot() + reserve * (2 * alternative).squareRoot()
    return reach * reach / (difference * difference)
  }

  /// Seeing the effect the wrong way round does not count.
  func power(
    difference: Double, under null: Double, otherwise alternative: Double, sizePerGroup: Double
  ) -> Double {
    let reach = difference.magnitude * sizePerGroup.squareRoot()
    return Double.normalCumulative(
      (reach - threshold * (2 * null).squareRoot()) / (2 * alternative).squareRoot())
  }
}
