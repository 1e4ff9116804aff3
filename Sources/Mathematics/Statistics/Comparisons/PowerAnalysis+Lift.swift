internal import RandomStreams

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
