/// The size, the power and the smallest effect of an experiment with two groups of equal size.
///
/// Its outcome is a rate or a mean of units, which may come in clusters, and whose outcome may be
/// compared with what they did before (CUPED).
public struct ExperimentSizing: Sendable, Hashable {
  /// What is measured of each unit, without an effect.
  public enum Outcome: Sendable, Hashable {
    /// It happens or not; above 0 and below 1.
    case rate(Double)
    /// A number with this mean and standard deviation.
    case mean(Double, deviation: Double)

    /// The rate or the mean.
    public var level: Double {
      switch self {
      case .rate(let level), .mean(let level, _): level
      }
    }
  }

  /// What is measured.
  public let outcome: Outcome
  /// The error rates.
  public let analysis: PowerAnalysis
  /// The factor on the variance of independent units.
  public let varianceFactor: Double

  /// - Parameters:
  ///   - outcome: What is measured of each unit, without an effect.
  ///   - analysis: The error rates.
  ///   - clusters: What clusters do to the variance; `nil` for independent units.
  ///   - correlationBefore: The correlation of the outcome with the same before the experiment; it
  ///     takes its square from the variance (Deng and others, 2013).
  public init(
    _ outcome: Outcome, analysis: PowerAnalysis = PowerAnalysis(), clusters: DesignEffect? = nil,
    correlationBefore: Double = 0
  ) {
    precondition(
      correlationBefore.magnitude < 1, "a correlation of \(correlationBefore) leaves no variance")
    self.outcome = outcome
    self.analysis = analysis
    varianceFactor = (clusters?.factor ?? 1) * (1 - correlationBefore * correlationBefore)
  }

  /// Returns the size per group that detects the difference; infinite for zero.
  public func sizePerGroup(difference: Double) -> Double {
    switch outcome {
    case .rate(let rate):
      varianceFactor * analysis.sizePerGroup(baseline: rate, difference: difference)
    case .mean(_, let deviation):
      varianceFactor
        * analysis.sizePerGroup(difference: difference, variance: deviation * deviation)
    }
  }

  /// Returns the power to detect the difference.
  public func power(difference: Double, sizePerGroup size: Double) -> Double {
    let independent = size / varianceFactor
    return switch outcome {
    case .rate(let rate):
      analysis.power(baseline: rate, difference: difference, sizePerGroup: independent)
    case .mean(_, let deviation):
      analysis.power(
        difference: difference, variance: deviation * deviation, sizePerGroup: independent)
    }
  }

  /// Returns the least rise that is detected; `nil` where no rise of a rate is.
  public func detectableRise(sizePerGroup size: Double) -> Double? {
    let independent = size / varianceFactor
    return switch outcome {
    case .rate(let rate): analysis.detectableRise(baseline: rate, sizePerGroup: independent)
    case .mean(_, let deviation):
      analysis.detectableDifference(variance: deviation * deviation, sizePerGroup: independent)
    }
  }
}
