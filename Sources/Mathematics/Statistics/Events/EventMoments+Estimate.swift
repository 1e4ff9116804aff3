extension EventMoments {
  /// So many events weigh as much in the design effect as what was measured elsewhere: with fewer, their
  /// own spread says little.
  static let eventsOfStoredEffect = 10.0

  /// Returns the mean with an interval that holds up where events are few, or none.
  ///
  /// Of a share of a whole it is Clopper and Pearson's interval, else the gamma interval of Fay and
  /// Feuer (1997), both for the effective number of trials: the exposure by the design effect. That is
  /// estimated from the spread over replications and corrected for their number by the quantiles of
  /// Student and Gauss, as Korn and Graubard (1998) do. Below ten events it is at least `storedEffect`,
  /// and beyond them a part of that which falls as events grow, so that the interval becomes Student's.
  ///
  /// `nil` before the second ratio, and when a value was not finite.
  public func estimate(
    confidence: Double = 0.95, storedEffect: Double, isShare: Bool
  ) -> Estimate? {
    preconditionConfidence(confidence)
    guard let mean, count > 1, mean.isFinite, effectiveExposure > 0 else { return nil }
    let isPart = isShare && isPartOfWhole
    let rarer = isPart ? min(events, exposure - events) : events
    let weight = min(1, Self.eventsOfStoredEffect / rarer)
    let effect = max(
      (designEffect(ofPart: isPart) ?? 0) * Self.correction(count - 1, confidence),
      max(1, storedEffect) * weight)
    let evidence = EventEvidence(
      events: events, exposure: exposure, designEffect: rarer == 0 ? max(1, storedEffect) : effect)
    let trials = effectiveExposure / effect
    let ends =
      isPart
      ? EventInterval.ofShare(mean, trials: trials, confidence: confidence)
      : EventInterval.ofRate(mean, exposure: trials, confidence: confidence)
    return Estimate(
      mean, from: ends.low, to: ends.high, confidence: confidence,
      basis: rarer == 0 ? .bound(evidence) : .events(evidence))
  }

  /// The factor on a variance that is estimated with so many degrees of freedom.
  static func correction(_ degreesOfFreedom: Int, _ confidence: Double) -> Double {
    let normal = StudentT(degreesOfFreedom: .infinity).criticalValue(confidence: confidence)
    let t = StudentT(degreesOfFreedom: Double(degreesOfFreedom))
      .criticalValue(confidence: confidence)
    return t / normal * (t / normal)
  }
}
