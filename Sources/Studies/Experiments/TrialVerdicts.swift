public import GrowthloopModel
public import Statistics

/// How good one way to analyse a design is, over all its runs.
public struct TrialVerdict: Sendable {
  public let design: TrialDesign
  public let estimator: TrialEstimator
  /// The runs in which it gave an effect.
  public let runs: Int
  /// What it estimates, and by how much that lies beside the truth.
  public let estimand: Estimate
  public let bias: Estimate
  /// The standard deviation of the effects.
  public let deviation: Double
  /// The mean of the claimed standard errors, as a proportion of it.
  public let claimed: Double
  /// The intervals that contain the truth, and those that contain what it estimates.
  public let coverage: Estimate
  public let ownCoverage: Estimate
  /// The runs in which it finds an effect, of all.
  public let power: Estimate
  /// The smallest effect that its own test would find in four of five runs; `nil` where none is.
  public let detectable: Estimate?
  /// The redrawn experiments without an effect in which it finds one; `nil` without any.
  public let falseAlarms: Estimate?

  /// Whether its intervals may be believed: its false alarms are as rare as claimed, and its own
  /// estimand is covered; `nil` where too few alarms were drawn to know.
  public var isValid: Bool? {
    if (falseAlarms?.low ?? 0) > 0.05 || ownCoverage.high < 0.94 { return false }
    return (falseAlarms?.high ?? 1) <= Self.mostAlarms ? true : nil
  }

  /// Twice what is claimed.
  private static let mostAlarms = 0.1

  /// Whether the whole interval of the bias lies within `tolerance`; `nil` where it lies on both sides.
  public func isTrue(to tolerance: Double) -> Bool? {
    if bias.low > tolerance || bias.high < -tolerance { return false }
    return bias.low >= -tolerance && bias.high <= tolerance ? true : nil
  }

  /// The number of runs after which the bias would probably be known to lie within `tolerance`, or not.
  public func runsToKnow(to tolerance: Double) -> Int? {
    Estimate(bias.value.magnitude, plusOrMinus: bias.halfWidth, confidence: bias.confidence)
      .countToDecide(tolerance, after: runs)
  }
}

extension TrialOutcome {
  /// The verdict on each estimator of each design that gave an effect in half of the runs.
  public var verdicts: [TrialVerdict] {
    guard let truth = truth() else { return [] }
    return designs.flatMap { outcome in
      outcome.design.estimators.indices.compactMap {
        verdict(on: $0, of: outcome, truth: truth.effect)
      }
    }
  }

  private func verdict(
    on number: Int, of outcome: TrialDesignOutcome, truth: Estimate
  ) -> TrialVerdict? {
    let effects = outcome.runs.compactMap { $0.effects[number] }
    guard effects.count >= 10, 2 * effects.count >= outcome.runs.count else { return nil }
    var differences = RunningMoments()
    var errors = RunningMoments()
    for effect in effects {
      differences.record(effect.difference)
      errors.record(effect.standardError)
    }
    guard let estimand = differences.meanEstimate(), let error = errors.mean,
      let test = RepeatedTest(outcome.runs.map { $0.effects[number]?.tested })
    else { return nil }
    func share(of all: Int, _ isCounted: (TrialEffect) -> Bool) -> Estimate {
      Proportion(effects.count(where: isCounted), of: all).wilson()
        ?? Estimate(0, from: 0, to: 1, confidence: 0.95)
    }
    let width = (estimand.halfWidth * estimand.halfWidth + truth.halfWidth * truth.halfWidth)
      .squareRoot()
    return TrialVerdict(
      design: outcome.design, estimator: outcome.design.estimators[number], runs: effects.count,
      estimand: estimand,
      bias: Estimate(estimand.value - truth.value, plusOrMinus: width, confidence: 0.95),
      deviation: test.deviation, claimed: error / test.deviation,
      coverage: share(of: effects.count) { !$0.rejects(truth.value) },
      ownCoverage: share(of: effects.count) { !$0.rejects(estimand.value) },
      power: share(of: outcome.runs.count) { $0.rejects() }, detectable: test.detectable(),
      falseAlarms: outcome.falseAlarms { $0.effects[number]?.rejects() })
  }
}

extension TrialEffect {
  /// The effect as a test of it sees it.
  var tested: RepeatedTest.Experiment { .init(difference: difference, reach: reach()) }
}
