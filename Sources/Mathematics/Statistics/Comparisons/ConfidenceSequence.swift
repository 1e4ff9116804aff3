internal import RandomStreams

/// A sequence of intervals with simultaneous coverage at every look, which permits any stopping
/// time.
///
/// Asymptotic: the variance is treated as known, so the first looks need some dozens of
/// observations. Source: Waudby-Smith et al. (2024), "Time-uniform central limit theory and
/// asymptotic confidence sequences", with the mixture tuned to be tightest near a planned number of
/// observations.
public struct ConfidenceSequence: Sendable, Hashable {
  /// The number of observations (both groups together) at which the sequence is tightest.
  public let tunedFor: Double
  /// The probability that the intervals of all looks cover the truth together, between 0 and 1.
  public let confidence: Double

  /// Creates a sequence that is tightest at `tunedFor` observations, of both groups together.
  public init(tunedFor: Double = 5_000, confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    precondition(tunedFor > 0, "a number of observations is positive, not \(tunedFor)")
    self.tunedFor = tunedFor
    self.confidence = confidence
  }

  /// Creates the sequence of the mixture test (mSPRT) of Johari and others (2022).
  ///
  /// - Parameters:
  ///   - spread: The standard deviation of the effects that the test is mixed over, in standard
  ///     deviations of one observation.
  ///   - confidence: The probability that all intervals cover the truth together.
  public init(mixedOver spread: Double, confidence: Double = 0.95) {
    precondition(spread > 0 && spread.isFinite, "a spread is positive, not \(spread)")
    preconditionConfidence(confidence)
    self.init(
      tunedFor: Self.reach(confidence) / (spread * spread), confidence: confidence)
  }

  /// Returns the half-width after `count` observations, in standard deviations of one observation.
  public func halfWidth(after count: Int) -> Double {
    let count = Double(count)
    let square = mixing * mixing
    let growth = count * square + 1
    let logarithm = 0.5 * Double.log(growth) - Double.log(1 - confidence)
    return (2 * growth * logarithm / square).squareRoot() / count
  }

  /// Returns the mean with its interval; `nil` for fewer than two observations or non-finite
  /// values.
  public func estimate(of sample: SampleSummary) -> Estimate? {
    guard sample.count >= 2, sample.mean.isFinite, sample.variance >= 0, sample.variance.isFinite
    else { return nil }
    let halfWidth = sample.variance.squareRoot() * halfWidth(after: sample.count)
    return Estimate(sample.mean, plusOrMinus: halfWidth, confidence: confidence)
  }

  /// Returns an effect with its interval and p-value, both valid at every look.
  ///
  /// `hypothesis` is the effect under the null hypothesis of the p-value.
  public func comparison(of samples: TwoSample, against hypothesis: Double = 0) -> Comparison {
    let count = samples.control.count + samples.treatment.count
    let deviation = samples.standardError * Double(count).squareRoot()
    return Comparison(
      estimate: Estimate(
        samples.difference, plusOrMinus: deviation * halfWidth(after: count),
        confidence: confidence),
      pValue: pValue(
        standardized: (samples.difference - hypothesis) / samples.standardError, after: count))
  }

  /// Returns the distance in standard errors that leaves the sequence after so many observations.
  ///
  /// One-sided by the mixture over effects of one sign, from the same source.
  func bound(at count: Double, isOneSided: Bool) -> Double {
    let growth = count * mixing * mixing + 1
    let rate = 1 - confidence
    let logarithm =
      isOneSided
      ? Double.log(onePlus: growth.squareRoot() / (2 * rate))
      : 0.5 * Double.log(growth) - Double.log(rate)
    return (2 * growth * logarithm / (growth - 1)).squareRoot()
  }

  /// Returns the p-value that is valid at every look, of a distance in standard errors.
  func pValue(standardized distance: Double, after count: Int) -> Double {
    let growth = Double(count) * mixing * mixing + 1
    let exponent = distance * distance * (growth - 1) / (2 * growth)
    return min(1, growth.squareRoot() * Double.exp(-exponent))
  }

  /// The mixture's scale that makes the interval tightest at `tunedFor`.
  var mixing: Double {
    (Self.reach(confidence) / tunedFor).squareRoot()
  }

  /// The squared mixing times the number of observations at which it is tightest.
  private static func reach(_ confidence: Double) -> Double {
    let doubled = -2 * Double.log(1 - confidence)
    return doubled + Double.log(doubled + 1)
  }
}
