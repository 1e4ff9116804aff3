extension EventMoments {
  /// The number of events with the same weight as the design effect measured elsewhere.
  ///
  /// With fewer events, their own dispersion is a poor estimate.
  static let eventsOfStoredEffect = 10.0

  /// Returns the mean with an interval that is valid where events are few, or none.
  ///
  /// For a proportion of a whole it is Clopper and Pearson's interval, else the gamma interval of
  /// Fay and Feuer (1997). Both use the effective number of trials: the exposure divided by the
  /// design effect. That is estimated from the dispersion over replications and corrected for their
  /// number by the quantiles of Student and Gauss, as Korn and Graubard (1998) do. Below ten events
  /// it is at least `storedEffect`; beyond them this minimum falls as events grow, so that the
  /// interval becomes Student's.
  ///
  /// `nil` before the second ratio, when a value was not finite, or no count, and below ten events
  /// where no design effect was measured.
  public func estimate(
    confidence: Double = 0.95, storedEffect: Double?, isShare: Bool
  ) -> Estimate? {
    preconditionConfidence(confidence)
    guard let mean, count > 1, mean.isFinite, effectiveExposure > 0 else { return nil }
    let isPart = isShare && isPartOfWhole
    let rarer = isPart ? min(events, exposure - events) : events
    guard storedEffect != nil || rarer >= Self.eventsOfStoredEffect else { return nil }
    let storedEffect = max(1, storedEffect ?? 1)
    let weight = min(1, Self.eventsOfStoredEffect / rarer)
    let effect = max(
      (designEffect(ofPart: isPart) ?? 0) * Self.correction(count - 1, confidence),
      storedEffect * weight)
    let evidence = EventEvidence(
      events: events, exposure: exposure, designEffect: rarer == 0 ? storedEffect : effect)
    let trials = effectiveExposure / effect
    let interval =
      isPart
      ? EventInterval.ofShare(mean, trials: trials, confidence: confidence)
      : EventInterval.ofRate(mean, exposure: trials, confidence: confidence)
    guard let ends = interval else { return nil }
    return Estimate(
      mean, from: ends.low, to: ends.high, confidence: confidence,
      basis: rarer == 0 ? .bound(evidence) : .events(evidence))
  }

  /// Returns the factor on a variance that is estimated with so many degrees of freedom.
  static func correction(_ degreesOfFreedom: Int, _ confidence: Double) -> Double {
    let normal = StudentT(degreesOfFreedom: .infinity).criticalValue(confidence: confidence)
    let t = StudentT(degreesOfFreedom: Double(degreesOfFreedom))
      .criticalValue(confidence: confidence)
    return t / normal * (t / normal)
  }
}
