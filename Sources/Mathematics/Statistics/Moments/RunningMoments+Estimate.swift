extension RunningMoments {
  /// The standard error of the mean; `nil` before the second number.
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }

  /// Returns the mean with its Student-t interval, for independent and roughly normal numbers.
  ///
  /// `nil` before the second number, and when one of them was not finite. Equal numbers give an
  /// interval of no width.
  public func meanEstimate(confidence: Double = 0.95) -> Estimate? {
    preconditionConfidence(confidence)
    guard let mean, let standardError, standardError.isFinite else { return nil }
    let t = StudentT(degreesOfFreedom: Double(count - 1)).criticalValue(confidence: confidence)
    return Estimate(mean, plusOrMinus: t * standardError, confidence: confidence)
  }
}
