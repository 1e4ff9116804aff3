public import GrowthModel
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
  /// The runs in which it finds an effect.
  public let power: Estimate
  /// The smallest effect that it would find in four of five runs.
  public let detectable: Double
  /// The redrawn experiments without an effect in which it finds one; `nil` without any.
  public let falseAlarms: Estimate?

  /// Whether its intervals may be believed: false alarms are as rare as claimed, and its own
  /// estimand is covered.
  public var isValid: Bool { (falseAlarms?.low ?? 0) <= 0.06 && ownCoverage.high >= 0.94 }

  /// Whether what it estimates is the truth, to a quarter of it.
  public func isTrue(to truth: Double) -> Bool {
    bias.low <= truth.magnitude / 4 && bias.high >= -truth.magnitude / 4
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
    guard let estimand = differences.meanEstimate(), let variance = differences.variance,
      let error = errors.mean, variance > 0
    else { return nil }
    let deviation = variance.squareRoot()
    let nulls = outcome.nulls.joined().compactMap { $0.effects[number] }
    func share(_ isCounted: (TrialEffect) -> Bool) -> Estimate {
      Proportion(effects.count(where: isCounted), of: effects.count).wilson()
        ?? Estimate(0, from: 0, to: 1, confidence: 0.95)
    }
    let width = (estimand.halfWidth * estimand.halfWidth + truth.halfWidth * truth.halfWidth)
      .squareRoot()
    return TrialVerdict(
      design: outcome.design, estimator: outcome.design.estimators[number], runs: effects.count,
      estimand: estimand,
      bias: Estimate(estimand.value - truth.value, plusOrMinus: width, confidence: 0.95),
      deviation: deviation, claimed: error / deviation,
      coverage: share { !$0.rejects(truth.value) },
      ownCoverage: share { !$0.rejects(estimand.value) }, power: share { $0.rejects() },
      // The quantiles of 97.5% and 80%.
      detectable: (1.959_964 + 0.841_621) * deviation,
      falseAlarms: nulls.isEmpty
        ? nil : Proportion(nulls.count { $0.rejects() }, of: nulls.count).wilson())
  }
}
