internal import RandomStreams

/// The summary of one group for a comparison of means: count, mean, variance.
public struct SampleSummary: Sendable, Hashable {
  /// The number of observations.
  public let count: Int
  /// The mean of the observations; a proportion for yes and no.
  public let mean: Double
  /// The variance of a single observation.
  public let variance: Double
  /// What the observations tell of the variance.
  public let degreesOfFreedom: Double
  /// The rows of which the observations are sums, where they have unlike numbers of them.
  public let rows: Double?

  /// Creates the summary of `count` observations; `variance` is that of one, not of the mean.
  ///
  /// The degrees of freedom are those of observations of one weight, unless given.
  public init(
    count: Int, mean: Double, variance: Double, degreesOfFreedom: Double? = nil, rows: Double? = nil
  ) {
    self.count = count
    self.rows = rows
    self.degreesOfFreedom = degreesOfFreedom ?? Double(count - 1)
    self.mean = mean
    self.variance = variance
  }

  /// `nil` before the second number.
  public init?(_ moments: RunningMoments) {
    guard let mean = moments.mean, let variance = moments.variance else { return nil }
    self.init(count: moments.count, mean: mean, variance: variance)
  }

  /// The variance is that of a single trial, p (1 − p); `nil` without a trial.
  public init?(_ proportion: Proportion) {
    guard let share = proportion.share else { return nil }
    self.init(count: proportion.trials, mean: share, variance: share * (1 - share))
  }
}

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

/// The logarithm of the ratio of two means, from pairs under the same random numbers.
///
/// The interval is Student's over the pairs' linearised differences, after Fieller's delta method:
/// what both sides of a pair share cancels.
public enum PairedLogRatio {
  /// Returns ln(mean of `after` / mean of `before`) with its interval.
  ///
  /// `nil` with fewer than two pairs, and where a mean is not above zero.
  public static func estimate(
    before: [Double], after: [Double], confidence: Double = 0.95
  ) -> Estimate? {
    precondition(before.count == after.count, "\(before.count) against \(after.count) is no pair")
    let count = Double(before.count)
    let (first, second) = (before.reduce(0, +) / count, after.reduce(0, +) / count)
    guard before.count > 1, first > 0, second > 0, first.isFinite, second.isFinite else {
      return nil
    }
    var moments = RunningMoments()
    for (before, after) in zip(before, after) { moments.record(after / second - before / first) }
    guard let spread = moments.meanEstimate(confidence: confidence) else { return nil }
    return Estimate(
      Double.log(second / first), plusOrMinus: spread.halfWidth, confidence: confidence)
  }
}

/// The ratio of two means, from numbers that the same replications give.
///
/// The interval has the ratios that the pairs do not reject, after Fieller (1954).
public enum PairedRatio {
  /// Returns mean of `numerators` / mean of `denominators` with its interval.
  ///
  /// `nil` with fewer than two pairs, and where the denominators' mean is not surely unlike zero.
  public static func estimate(
    _ numerators: [Double], per denominators: [Double], confidence: Double = 0.95
  ) -> Estimate? {
    precondition(
      numerators.count == denominators.count,
      "\(numerators.count) against \(denominators.count) is no pair")
    let count = Double(numerators.count)
    guard count > 1 else { return nil }
    let above = numerators.reduce(0, +) / count
    let below = denominators.reduce(0, +) / count
    let t = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: confidence)
    var squares = (above: 0.0, both: 0.0, below: 0.0)
    for (numerator, denominator) in zip(numerators, denominators) {
      squares.above += (numerator - above) * (numerator - above)
      squares.both += (numerator - above) * (denominator - below)
      squares.below += (denominator - below) * (denominator - below)
    }
    let reach = t * t / (count * (count - 1))
    // The ratios r with (above − r below)² within t² variances of that difference.
    let lead = below * below - reach * squares.below
    let middle = above * below - reach * squares.both
    let rest = above * above - reach * squares.above
    guard lead > 0, lead.isFinite, middle.isFinite, rest.isFinite else { return nil }
    let root = max(0, middle * middle - lead * rest).squareRoot()
    let value = above / below
    return Estimate(
      value, from: min(value, (middle - root) / lead), to: max(value, (middle + root) / lead),
      confidence: confidence)
  }
}

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

/// A chi-square test of whether the groups of an experiment have the planned sizes.
///
/// A mismatch means that the assignment or the counting is broken and no result can be trusted.
public struct SampleRatioMismatch: Sendable, Hashable {
  /// The distance of the counts from the split: Pearson's chi-square.
  public let statistic: Double
  /// The probability of a split at least as far out by chance.
  public let pValue: Double

  /// Compares counts with the planned split, given in any unit.
  ///
  /// `nil` before the first count.
  public init?(counts: [Int], expectedSplit: [Double]) {
    precondition(
      counts.count == expectedSplit.count && counts.count >= 2,
      "\(counts.count) counts do not fit \(expectedSplit.count) shares")
    precondition(
      counts.allSatisfy { $0 >= 0 } && expectedSplit.allSatisfy { $0 > 0 && $0.isFinite },
      "counts \(counts) are not negative and shares \(expectedSplit) are positive")
    let total = Double(counts.reduce(0, +))
    guard total > 0 else { return nil }
    let whole = expectedSplit.reduce(0, +)
    statistic = zip(counts, expectedSplit).reduce(0) { sum, group in
      let expected = total * (group.1 / whole)
      let distance = Double(group.0) - expected
      return sum + distance * distance / expected
    }
    pValue = ChiSquare(degreesOfFreedom: Double(counts.count - 1)).upperTail(statistic)
  }

  /// Returns whether chance is an unlikely cause; 0.001 is the usual threshold (Kohavi, Tang and
  /// Xu, 2020).
  public func isAlarming(below threshold: Double = 0.001) -> Bool { pValue < threshold }
}

/// A test of the planned split that may be looked at as often as one likes.
///
/// A Bayes factor of splits spread around the planned one, against the planned one. Its inverse is a
/// p-value at any stopping time. Source: Lindon and Malek (2022), "Anytime-valid inference for
/// multinomial count data".
public struct SequentialSampleRatio: Sendable, Hashable {
  /// The probability, at most, that a split as planned ever looks as far out as this one.
  public let pValue: Double

  /// Compares counts with the planned split, given in any unit; no count has the p-value 1.
  ///
  /// - Parameters:
  ///   - counts: The sizes of the groups.
  ///   - expectedSplit: Their planned shares.
  ///   - concentration: How close to the planned split the others lie, as a number of
  ///     observations; the default is that of GrowthBook.
  public init(counts: [Int], expectedSplit: [Double], concentration: Double = 10_000) {
    precondition(
      counts.count == expectedSplit.count && counts.count >= 2,
      "\(counts.count) counts do not fit \(expectedSplit.count) shares")
    precondition(
      counts.allSatisfy { $0 >= 0 } && expectedSplit.allSatisfy { $0 > 0 && $0.isFinite },
      "counts \(counts) are not negative and shares \(expectedSplit) are positive")
    precondition(concentration > 0, "a concentration is positive, not \(concentration)")
    let whole = expectedSplit.reduce(0, +)
    let total = counts.reduce(0.0) { $0 + Double($1) }
    // The logarithm of the Bayes factor: Dirichlet and multinomial, against the multinomial.
    var evidence = Double.logGamma(concentration) - Double.logGamma(concentration + total)
    for (count, part) in zip(counts, expectedSplit) {
      let share = part / whole
      let prior = concentration * share
      evidence += Double.logGamma(prior + Double(count)) - Double.logGamma(prior)
      evidence -= Double(count) * Double.log(share)
    }
    pValue = min(1, Double.exp(-evidence))
  }

  /// Returns whether chance is an unlikely cause; 0.001 is the usual threshold.
  public func isAlarming(below threshold: Double = 0.001) -> Bool { pValue < threshold }
}
