internal import RandomStreams

/// Two groups compared by their means: the distance of the treatment above the control.
public struct TwoSample: Sendable, Hashable {
  /// The unit of the difference.
  public enum Effect: Sendable, Hashable, CaseIterable {
    /// Treatment − control.
    case absolute
    /// (Treatment − control) / control; its variance is the delta method's.
    case relative
  }

  /// The group without the change, of at least two observations.
  public let control: SampleSummary
  /// The group with the change, of at least two observations.
  public let treatment: SampleSummary
  /// The unit of the difference, by default absolute.
  public let effect: Effect
  /// The observed effect.
  public let difference: Double
  /// The standard error of the observed effect.
  public let standardError: Double

  /// Creates the comparison; `nil` where it is undefined.
  ///
  /// That is with fewer than two observations in a group, no variance in both, a number that is not
  /// finite, and for a relative effect a control of zero.
  public init?(control: SampleSummary, treatment: SampleSummary, effect: Effect = .absolute) {
    let controlError = control.variance / Double(control.count)
    let treatmentError = treatment.variance / Double(treatment.count)
    var difference = treatment.mean - control.mean
    var square = controlError + treatmentError
    if effect == .relative {
      let ratio = treatment.mean / control.mean
      difference /= control.mean
      square = (treatmentError + controlError * ratio * ratio) / (control.mean * control.mean)
    }
    guard control.count >= 2, treatment.count >= 2, control.variance >= 0,
      treatment.variance >= 0, difference.isFinite, square.isFinite, square > 0
    else { return nil }
    self.control = control
    self.treatment = treatment
    self.effect = effect
    self.difference = difference
    standardError = square.squareRoot()
  }

  /// Returns the effect with its interval and two-sided p-value, valid for one look at the planned
  /// end.
  ///
  /// Welch's t test; `hypothesis` is the effect under the null hypothesis of the p-value.
  public func fixedHorizon(
    confidence: Double = 0.95, against hypothesis: Double = 0
  ) -> Comparison {
    let t = StudentT(degreesOfFreedom: degreesOfFreedom)
    let distance = (difference - hypothesis) / standardError
    return Comparison(
      estimate: Estimate(
        difference, plusOrMinus: t.criticalValue(confidence: confidence) * standardError,
        confidence: confidence),
      pValue: min(1, 2 * t.upperTail(distance.magnitude)))
  }

  /// Returns the effect with the interval of those that a bound on normal scores does not reject: of
  /// looks that end at such bounds, the repeated interval of Jennison and Turnbull (1989).
  public func interval(within bound: Double, confidence: Double = 0.95) -> Estimate {
    let t = StudentT(degreesOfFreedom: degreesOfFreedom)
    let reach = t.quantile(upperTail: Double.normalCumulative(-bound)) * standardError
    return Estimate(difference, plusOrMinus: reach, confidence: confidence)
  }

  /// The effect as a number of the normal distribution that is as rare.
  public var normalScore: Double {
    StudentT(degreesOfFreedom: degreesOfFreedom).normalScore(of: difference / standardError)
  }

  /// Welch and Satterthwaite's approximation; of units of unlike sizes Bell and McCaffrey's, which goes
  /// by the rows of each group.
  public var degreesOfFreedom: Double {
    let variances =
      if let ours = control.rows, let theirs = treatment.rows {
        (1 / ours, 1 / theirs)
      } else {
        (control.variance / Double(control.count), treatment.variance / Double(treatment.count))
      }
    return UnlikeGroups.degreesOfFreedom(
      variances, control.degreesOfFreedom, treatment.degreesOfFreedom)
  }
}

/// An effect with its interval and its p-value.
public struct Comparison: Sendable, Hashable {
  /// The effect with its interval, in the unit of the comparison.
  public let estimate: Estimate
  /// The two-sided p-value, from 0 to 1.
  public let pValue: Double

  /// Creates a comparison from an effect and its p-value.
  public init(estimate: Estimate, pValue: Double) {
    self.estimate = estimate
    self.pValue = pValue
  }
}

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

  /// Returns the mean of a few observations with an interval that is valid at every look, also the
  /// first ones; `nil` while the interval has no end, and for equal observations.
  ///
  /// Exact for normal observations, since the variance is estimated and not known: the t-test mixed
  /// over effects. Source: Wang and Ramdas (2025), "Anytime-valid t-tests and confidence sequences
  /// for Gaussian means with unknown variance".
  public func estimate(ofFew sample: SampleSummary) -> Estimate? {
    guard sample.count >= 2, sample.mean.isFinite, sample.variance > 0, sample.variance.isFinite
    else { return nil }
    let count = Double(sample.count)
    // As many observations as the prior of the effect is worth.
    let prior = 1 / (mixing * mixing)
    let logarithm = Double.log(1 + count / prior) - 2 * Double.log(1 - confidence)
    let part = (count + prior) * (1 - Double.exp(-logarithm / count))
    guard part < count else { return nil }
    let variance = sample.variance * (count - 1) / count
    return Estimate(
      sample.mean, plusOrMinus: (variance * part / (count - part)).squareRoot(),
      confidence: confidence)
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

/// A test of two groups that draws anew who was in which, and asks how often chance alone lies as far
/// out.
///
/// If the change does nothing it is exact for units of any distribution and groups of any sizes, where
/// Student's test of few skewed units against many errs too often. The statistic is the difference in
/// standard errors, so it holds asymptotically where only the means are equal: Janssen (1997), Chung and
/// Romano (2013).
public struct Rerandomisation: Sendable {
  /// The statistics of the redrawn groups, rising.
  private let statistics: [Double]

  /// Draws the groups anew, each time with the sizes that they have; `isAdjusted` takes out first what
  /// the units did before.
  ///
  /// `nil` with fewer than ten units in a group.
  public init?(
    control: RatioSample, treatment: RatioSample, isAdjusted: Bool = false, draws: Int = 4_000,
    seed: UInt64 = 1
  ) {
    guard min(control.count, treatment.count) >= Self.fewest, draws >= 1 else { return nil }
    let adjusted =
      isAdjusted ? RatioSample.withoutBefore(control: control, treatment: treatment) : nil
    var units = ((adjusted?.control ?? control).units + (adjusted?.treatment ?? treatment).units)
      .map { ($0.numerator, $0.denominator) }
    let all = units.reduce(into: Sums()) { $0.add($1) }
    // The smaller group is drawn; the other one has what is left.
    let size = min(control.count, treatment.count)
    let sign = treatment.count <= control.count ? 1.0 : -1
    var generator = RandomSource(seed: seed).stream(for: Purpose(rawValue: 0))[0]
    var statistics: [Double] = []
    for _ in 0..<draws {
      var drawn = Sums()
      for place in 0..<size {
        units.swapAt(place, place + Int(generator.uniform(below: UInt64(units.count - place))))
        drawn.add(units[place])
      }
      statistics.append(sign * drawn.statistic(beside: all))
    }
    self.statistics = statistics.sorted()
  }

  /// With fewer units in a group the redrawn statistics have no end.
  public static let fewest = 10

  /// Returns the effect with its interval and two-sided p-value, valid for one look at the planned end.
  ///
  /// The interval ends where the redrawn statistics do, in standard errors of the effect.
  public func comparison(of samples: TwoSample, confidence: Double = 0.95) -> Comparison {
    preconditionConfidence(confidence)
    let statistic = samples.difference / samples.standardError
    let count = Double(statistics.count + 1)
    // Units of few values often make the same statistic again, but for rounding.
    let rounding = 1e-9 * max(1, statistic.magnitude)
    let atLeast = statistics.count { $0 >= statistic - rounding }
    let atMost = statistics.count { $0 <= statistic + rounding }
    let place = min(
      max(Int(((1 - confidence) / 2 * count).rounded(.down)), 1), (statistics.count + 1) / 2)
    let low = min(statistics[place - 1], 0) - rounding
    let high = max(statistics[statistics.count - place], 0) + rounding
    return Comparison(
      estimate: Estimate(
        samples.difference, from: samples.difference - high * samples.standardError,
        to: samples.difference - low * samples.standardError, confidence: confidence),
      pValue: min(1, 2 * Double(min(atLeast, atMost) + 1) / count))
  }

  /// Sums over the units of a group.
  private struct Sums {
    var count = 0.0
    var numerators = 0.0
    var denominators = 0.0
    var squares = (0.0, 0.0, 0.0)

    mutating func add(_ unit: (Double, Double)) {
      count += 1
      numerators += unit.0
      denominators += unit.1
      squares.0 += unit.0 * unit.0
      squares.1 += unit.0 * unit.1
      squares.2 += unit.1 * unit.1
    }

    /// The distance of this ratio above that of all other units, in standard errors.
    func statistic(beside all: Sums) -> Double {
      var rest = Sums()
      rest.count = all.count - count
      rest.numerators = all.numerators - numerators
      rest.denominators = all.denominators - denominators
      rest.squares = (
        all.squares.0 - squares.0, all.squares.1 - squares.1, all.squares.2 - squares.2
      )
      let difference = numerators / denominators - rest.numerators / rest.denominators
      let square = variance + rest.variance
      guard difference.isFinite, square > 0 else { return 0 }
      return difference / square.squareRoot()
    }

    /// The variance of the ratio, by the delta method.
    private var variance: Double {
      let ratio = numerators / denominators
      let square = squares.0 - 2 * ratio * squares.1 + ratio * ratio * squares.2
      return max(0, square) * count / ((count - 1) * denominators * denominators)
    }
  }
}

extension TwoSample {
  /// Returns the skewness of the difference of two groups' ratios, of units alike in both.
  ///
  /// The moments are those of all units: a few of one group that lack the large ones by chance would
  /// hide it, and just then Student's test errs.
  public static func skewness(control: RatioSample, treatment: RatioSample) -> Double {
    let (ours, theirs) = (control.powers, treatment.powers)
    let counts = (Double(control.count), Double(treatment.count))
    let all = counts.0 + counts.1
    let square = (ours.squares + theirs.squares) / all * (1 / counts.0 + 1 / counts.1)
    guard square > 0 else { return 0 }
    return (ours.cubes + theirs.cubes) / all
      * (1 / (counts.1 * counts.1) - 1 / (counts.0 * counts.0)) / (square * square.squareRoot())
  }

  /// The skewness of a difference from which on Student's interval misses too often on one side.
  ///
  /// With less, each tail of 2.5% has from 2 to 3%: the size of 355 times the squared skewness, after
  /// Boos and Hughes-Oliver (2000) and Kohavi and others (2014), for two groups.
  public static let greatSkewness = 0.053_074
}
