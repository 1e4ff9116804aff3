/// The independent units of one group, each with a numerator, a denominator, and what it did before.
///
/// The group's value is the sum of the numerators divided by that of the denominators: a mean where
/// each denominator is 1, and with the sums of clusters as units what a cluster-robust analysis gives.
/// The variance is the delta method's, with the correction for small samples and units of unlike sizes
/// that Bell and McCaffrey give (CR2, 2002).
public struct RatioSample: Sendable {
  private(set) var units: [(numerator: Double, denominator: Double, before: Double)] = []

  /// Creates a group without units.
  public init() {}

  /// Adds a unit.
  public mutating func record(numerator: Double, denominator: Double = 1, before: Double = 0) {
    units.append((numerator, denominator, before))
  }

  /// The number of units.
  public var count: Int { units.count }

  /// The ratio, with the variance of one unit's part in it.
  ///
  /// `nil` for fewer than two units, a sum of denominators that is not positive, or numbers that are
  /// not finite.
  public var summary: SampleSummary? {
    guard let parts else { return nil }
    return parts.summary(mean: parts.ratio, own: parts.own)
  }

  /// Returns both groups after what the units did before is taken out (CUPED, by Deng and others,
  /// 2013); `nil` where it does not vary.
  ///
  /// The coefficient is that of both groups together. What they did before is averaged by unit: the
  /// denominators belong to the experiment, which may have changed them.
  public static func adjusted(
    control: RatioSample, treatment: RatioSample
  ) -> (control: SampleSummary, treatment: SampleSummary)? {
    guard let fit = fit(control: control, treatment: treatment) else { return nil }
    func summary(_ parts: Parts) -> SampleSummary {
      let rest = zip(parts.own, parts.before).map { $0 - fit.coefficient * $1 }
      return parts.summary(
        mean: parts.ratio - fit.coefficient * (parts.meanBefore - fit.level), own: rest)
    }
    return (summary(fit.ours), summary(fit.theirs))
  }

  /// Returns both groups with numerators that lack what the units did before.
  static func withoutBefore(
    control: RatioSample, treatment: RatioSample
  ) -> (control: RatioSample, treatment: RatioSample)? {
    guard let fit = fit(control: control, treatment: treatment) else { return nil }
    func rest(_ sample: RatioSample) -> RatioSample {
      let mean = sample.units.reduce(0) { $0 + $1.denominator } / Double(sample.count)
      var rest = RatioSample()
      for unit in sample.units {
        rest.record(
          numerator: unit.numerator - fit.coefficient * (unit.before - fit.level) * mean,
          denominator: unit.denominator)
      }
      return rest
    }
    return (rest(control), rest(treatment))
  }

  /// What a unit did before is worth, and its mean in both groups; `nil` where it does not vary.
  private static func fit(
    control: RatioSample, treatment: RatioSample
  ) -> (ours: Parts, theirs: Parts, coefficient: Double, level: Double)? {
    guard let ours = control.parts, let theirs = treatment.parts else { return nil }
    let spread = squares(of: ours.before) + squares(of: theirs.before)
    guard spread > 0 else { return nil }
    let product = zip(ours.own + theirs.own, ours.before + theirs.before)
      .reduce(0) { $0 + $1.0 * $1.1 }
    let weights = (Double(control.count), Double(treatment.count))
    let level =
      (ours.meanBefore * weights.0 + theirs.meanBefore * weights.1) / (weights.0 + weights.1)
    return (ours, theirs, product / spread, level)
  }

  /// The ratio of a group, its mean before, and each unit's distance from them.
  private struct Parts {
    let ratio, meanBefore: Double
    let own, before: [Double]
    /// The share of each unit in all denominators.
    let sizes: [Double]
    /// The sum of the denominators; `nil` where all are alike, so that units are the rows.
    let rows: Double?

    /// Returns the summary of units that lie so far from the mean.
    func summary(mean: Double, own: [Double]) -> SampleSummary {
      var units = UnlikeUnits()
      let square = zip(own, sizes).reduce(0) { $0 + $1.0 * $1.0 * units.add($1.1) }
      return SampleSummary(
        count: own.count, mean: mean, variance: square / Double(own.count),
        degreesOfFreedom: units.degreesOfFreedom, rows: rows)
    }
  }

  private var parts: Parts? {
    let denominators = units.reduce(0) { $0 + $1.denominator }
    guard count >= 2, denominators > 0 else { return nil }
    let ratio = units.reduce(0) { $0 + $1.numerator } / denominators
    let before = units.reduce(0) { $0 + $1.before } / Double(count)
    guard ratio.isFinite, before.isFinite else { return nil }
    let mean = denominators / Double(count)
    return Parts(
      ratio: ratio, meanBefore: before,
      own: units.map { ($0.numerator - ratio * $0.denominator) / mean },
      before: units.map { $0.before - before },
      sizes: units.map { $0.denominator / denominators },
      rows: units.allSatisfy { $0.denominator == units[0].denominator } ? nil : denominators)
  }

  /// The sums of the second and third powers of the units' parts in the ratio.
  var powers: (squares: Double, cubes: Double) {
    let own = parts?.own ?? []
    return (Self.squares(of: own), own.reduce(0) { $0 + $1 * $1 * $1 })
  }

  private static func squares(of numbers: [Double]) -> Double {
    numbers.reduce(0) { $0 + $1 * $1 }
  }
}
