/// A mean with its variance reduced by a correlated control.
///
/// CUPED with a metric of the time before the experiment; in a simulation, a closed form's own run.
/// Source: Deng, Xu, Kohavi and Walker (2013).
public struct ControlVariate: Sendable, Hashable {
  private var values = RunningMoments()
  private var controls = RunningMoments()
  private var products = 0.0

  /// Creates a mean without values.
  public init() {}

  /// Adds a value with its control.
  public mutating func record(_ value: Double, control: Double) {
    let distance = value - (values.mean ?? 0)
    values.record(value)
    controls.record(control)
    products += distance * (control - (controls.mean ?? 0))
  }

  /// The number of recorded pairs of a value and its control.
  public var count: Int { values.count }

  /// The regression coefficient on the control: covariance over variance.
  ///
  /// `nil` where the control never varies.
  public var coefficient: Double? {
    guard let variance = controls.variance, variance != 0 else { return nil }
    return products / (variance * Double(count - 1))
  }

  /// The remaining proportion of the variance, 1 − correlation².
  ///
  /// `nil` where either never varies or was not finite.
  public var remainingVariance: Double? {
    guard let coefficient, let all = values.variance, all != 0, let controlled = controls.variance
    else { return nil }
    let remaining = 1 - coefficient * coefficient * controlled / all
    return remaining.isNaN ? nil : max(0, remaining)
  }

  /// Returns the mean adjusted to the control's known mean, for comparisons.
  ///
  /// `nil` before the third value, and where either never varies or was not finite.
  public func adjusted(toControlMean controlMean: Double) -> SampleSummary? {
    guard count > 2, let coefficient, let mean = values.mean, let remainingVariance,
      let variance = values.variance, let observed = controls.mean
    else { return nil }
    // One degree of freedom went into the coefficient.
    let loss = Double(count - 1) / Double(count - 2)
    return SampleSummary(
      count: count, mean: mean - coefficient * (observed - controlMean),
      variance: variance * remainingVariance * loss)
  }
}
