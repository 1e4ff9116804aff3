/// Events per exposure over replications: their mean, with an interval that is valid for few
/// events.
///
/// The mean is that of the replications' ratios, each counting once; replications without exposure
/// have none and are left out.
public struct EventMoments: Sendable, Hashable {
  /// The ratios of the replications that have one.
  public private(set) var ratios = RunningMoments()
  /// The number of all replications, including those without exposure.
  public private(set) var replications = 0
  /// The sum of the events, over the replications with a ratio.
  public private(set) var events = 0.0
  /// The sum of the exposures, over the replications with a ratio.
  public private(set) var exposure = 0.0
  /// The sum of 1 / exposure.
  private var inverseExposure = 0.0
  /// Whether every replication has at most as many events as exposure.
  public private(set) var isPartOfWhole = true

  /// Creates moments without replications.
  public init() {}

  /// Creates the moments of the given replications.
  public init(_ replications: some Sequence<EventCounts>) {
    for counts in replications { record(counts) }
  }

  /// Adds the counts of the next replication.
  public mutating func record(_ counts: EventCounts) {
    replications += 1
    guard let ratio = counts.ratio else { return }
    ratios.record(ratio)
    events += counts.events
    exposure += counts.exposure
    inverseExposure += 1 / counts.exposure
    isPartOfWhole = isPartOfWhole && counts.events <= counts.exposure
  }

  /// The number of replications with a ratio.
  public var count: Int { ratios.count }
  /// The mean of the ratios, not the ratio of the sums; `nil` before the first ratio.
  public var mean: Double? { ratios.mean }

  /// The number of independent trials with the same information about the mean of the ratios.
  ///
  /// It is the harmonic mean of the exposures for each replication.
  var effectiveExposure: Double {
    inverseExposure > 0 ? Double(count) * Double(count) / inverseExposure : 0
  }

  /// Returns the variance of the ratios' mean as a multiple of that of independent events.
  ///
  /// `nil` before the second ratio, and where independent events have no variance: none seen, or in
  /// all trials.
  public func designEffect(ofPart isPart: Bool) -> Double? {
    guard let mean, let variance = ratios.variance else { return nil }
    let independent = Self.variance(of: mean, isPart: isPart) / effectiveExposure
    return independent > 0 ? variance / Double(count) / independent : nil
  }

  /// Returns the variance of a single independent event around a ratio.
  static func variance(of mean: Double, isPart: Bool) -> Double {
    isPart ? mean * (1 - mean) : mean
  }
}

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

/// The events of one replication, with the trials or the exposure in which they were counted.
///
/// Neither has to be whole: a coefficient that is a product has its events, with a computed
/// exposure.
public struct EventCounts: Sendable, Hashable {
  /// The number of events in the replication.
  public let events: Double
  /// The number of trials, or another measure of the exposure; 0 leaves no ratio.
  public let exposure: Double

  /// Creates the counts of one replication; computed ones need not be whole.
  public init(_ events: Double, per exposure: Double) {
    self.events = events
    self.exposure = exposure
  }

  /// Creates the counts of one replication from whole numbers.
  public init(_ events: Int, per exposure: Int) {
    self.init(Double(events), per: Double(exposure))
  }

  /// Events per unit of exposure; `nil` without exposure.
  public var ratio: Double? { exposure > 0 ? events / exposure : nil }
}

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

/// Intervals of a probability or a rate from a number of trials that need not be whole.
///
/// `nil` for numbers that no count has.
enum EventInterval {
  /// The limit of events and trials, beyond which a `Double` holds not every whole number.
  private static let most = 0x1p53

  /// Returns Clopper and Pearson's (1934) interval of a proportion among so many trials.
  static func ofShare(
    _ share: Double, trials: Double, confidence: Double
  ) -> (low: Double, high: Double)? {
    guard share >= 0, share <= 1, trials > 0, trials <= most else { return nil }
    let tail = (1 - confidence) / 2
    let (hits, misses) = (share * trials, (1 - share) * trials)
    return (
      hits > 0 ? BetaDistribution(hits, misses + 1).quantile(tail) : 0,
      misses > 0 ? BetaDistribution(hits + 1, misses).quantile(upperTail: tail) : 1
    )
  }

  /// Returns the gamma interval of a rate after so much exposure.
  ///
  /// It is Garwood's (1936) where the count is whole, and Fay and Feuer's (1997) for weighted
  /// counts.
  static func ofRate(
    _ rate: Double, exposure: Double, confidence: Double
  ) -> (low: Double, high: Double)? {
    let tail = (1 - confidence) / 2
    let events = rate * exposure
    guard events >= 0, events <= most, exposure > 0, exposure < .infinity else { return nil }
    func gamma(_ shape: Double) -> ChiSquare { ChiSquare(degreesOfFreedom: 2 * shape) }
    return (
      events > 0 ? gamma(events).quantile(tail) / 2 / exposure : 0,
      gamma(events + 1).quantile(upperTail: tail) / 2 / exposure
    )
  }
}

/// A number of whole steps over replications, such as a median of taps, that is nearly constant.
///
/// The steps by which replications differ from the usual number are rare events.
public struct StepMoments: Sendable, Hashable {
  private var values: [Double] = []

  /// Creates moments without replications.
  public init() {}

  /// Creates the moments of one number for each replication.
  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds the number of the next replication.
  public mutating func record(_ value: Double) { values.append(value) }

  /// Returns the mean with its interval; `nil` before the second number.
  ///
  /// The steps above and below the middle number are two rates of rare events (`EventDifference`).
  /// Numbers that all are at least zero have no mean below it.
  public func estimate(confidence: Double = 0.95, storedEffect: Double?) -> Estimate? {
    guard values.count > 1 else { return nil }
    let usual = values.sorted()[values.count / 2]
    var steps = EventDifference()
    for value in values {
      steps.record(before: EventCounts(usual, per: 1), after: EventCounts(value, per: 1))
    }
    return steps.estimate(confidence: confidence, storedEffect: storedEffect, isShare: false)
      .map { estimate in
        let shifted = estimate.shifted(by: usual)
        return values.allSatisfy { $0 >= 0 } ? shifted.clamped(to: 0 ... .infinity) : shifted
      }
  }
}
