/// The effect of a change on events per exposure, from runs of both policies under the same seeds.
///
/// The gains and the losses of single replications are two rates of rare events. Their intervals
/// combine to that of the difference, which has a width even where every pair is the same.
public struct EventDifference: Sendable, Hashable {
  /// The events without the change, over the pairs in which both have a ratio.
  public private(set) var before = EventMoments()
  /// The events with the change, over the pairs in which both have a ratio.
  public private(set) var after = EventMoments()
  /// After − before, over the pairs in which both have a ratio.
  public private(set) var difference = RunningMoments()
  private var gains = 0.0
  private var losses = 0.0
  /// The sum of 1 / exposure, of the lesser exposure of each pair.
  private var inverseExposure = 0.0

  /// Creates a difference without pairs.
  public init() {}

  /// Adds the results of one seed under both policies.
  public mutating func record(before: EventCounts, after: EventCounts) {
    guard let base = before.ratio, let variant = after.ratio else { return }
    self.before.record(before)
    self.after.record(after)
    difference.record(variant - base)
    gains += max(0, variant - base)
    losses += max(0, base - variant)
    inverseExposure += 1 / min(before.exposure, after.exposure)
  }

  /// The number of pairs in which both have a ratio.
  public var count: Int { difference.count }

  /// Returns the mean difference with an interval that is valid where few events differ, or none.
  ///
  /// Gains and losses have gamma intervals under a design effect as in `EventMoments`. They are
  /// combined by the method of variance estimates recovery (Zou and Donner, 2008). Where many
  /// events differ it is Student's interval of the pairs. `nil` before the second pair, when a value
  /// was not finite, or no count, and below ten events where no design effect was measured.
  public func estimate(
    confidence: Double = 0.95, storedEffect: Double?, isShare: Bool
  ) -> Estimate? {
    preconditionConfidence(confidence)
    guard let mean = difference.mean, let variance = difference.variance, mean.isFinite else {
      return nil
    }
    let pairs = Double(count)
    let exposure = pairs * pairs / inverseExposure
    let (gain, loss) = (gains / pairs, losses / pairs)
    let differing = (gain + loss) * exposure
    guard storedEffect != nil || differing >= EventMoments.eventsOfStoredEffect else { return nil }
    let independent = (gain + loss) / exposure
    let spread =
      independent > 0
      ? variance / pairs / independent * EventMoments.correction(count - 1, confidence) : 0
    let weight = min(1, EventMoments.eventsOfStoredEffect / differing)
    let effect = max(spread, max(1, storedEffect ?? 1) * weight)
    let trials = exposure / effect
    guard let up = EventInterval.ofRate(gain, exposure: trials, confidence: confidence),
      let down = EventInterval.ofRate(loss, exposure: trials, confidence: confidence)
    else { return nil }
    func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    let evidence = EventEvidence(
      events: differing, exposure: exposure, designEffect: effect)
    let estimate = Estimate(
      mean, from: mean - length(gain - up.low, down.high - loss),
      to: mean + length(up.high - gain, loss - down.low), confidence: confidence,
      basis: differing == 0 ? .bound(evidence) : .events(evidence))
    return isShare && before.isPartOfWhole && after.isPartOfWhole
      ? estimate.clamped(to: -1...1) : estimate
  }
}
