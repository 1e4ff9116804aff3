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
