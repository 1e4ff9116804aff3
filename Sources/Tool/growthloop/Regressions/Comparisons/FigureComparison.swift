public import GrowthloopFindings
import Statistics

/// The result of comparing one figure.
public struct FigureComparison: Sendable, Hashable {
  public let figure: FigureRounds
  /// `nil` where there are too few runs.
  public let estimate: RatioEstimate?
  /// The call; `nil` for a figure that is reported without a call.
  public let call: RegressionCall?
  /// The smallest detectable slowdown; `nil` where there are too few runs.
  public let smallestVisible: Double?
}

/// The result of comparing two builds, figure by figure.
public struct RegressionOutcome: Sendable, Hashable {
  public let tolerance: Tolerance
  /// The confidence of all calls together.
  public let confidence: Double
  public let comparisons: [FigureComparison]

  /// Compares the figures, and makes a call on those that `isJudged` names.
  ///
  /// With several calls, each interval is wider, so that all of them together have the confidence
  /// (Bonferroni).
  public init(
    _ figures: [FigureRounds], tolerance: Tolerance, confidence: Double = 0.95, seed: UInt64,
    judging isJudged: (FigureRounds) -> Bool
  ) {
    self.tolerance = tolerance
    self.confidence = confidence
    let judged = Double(max(1, figures.count(where: isJudged)))
    comparisons = figures.map { figure in
      let isJudged = isJudged(figure)
      let share = isJudged ? (1 - confidence) / judged : 1 - confidence
      let estimate = RatioEstimate(figure, confidence: 1 - share, seed: seed)
      let call = estimate.map { tolerance.call($0.ratio.low, $0.ratio.high) } ?? .undecided
      return FigureComparison(
        figure: figure, estimate: estimate, call: isJudged ? call : nil,
        smallestVisible: estimate?.smallestVisible(beyond: tolerance))
    }
  }

  /// The worst call on any figure.
  public var call: RegressionCall {
    let calls = comparisons.compactMap(\.call)
    if calls.contains(.worse) { return .worse }
    if calls.isEmpty || calls.contains(.undecided) { return .undecided }
    return calls.allSatisfy { $0 == .better } ? .better : .noDifference
  }

  /// Returns the fewest rounds that so many judged figures need for any call.
  public static func fewestRounds(judging figures: Int, confidence: Double = 0.95) -> Int {
    // The strongest evidence of signed ranks: all of one sign, among all equally likely signs.
    let share = (1 - confidence) / Double(max(1, figures))
    var rounds = 1
    var surest = 1.0
    while surest > share {
      rounds += 1
      surest /= 2
    }
    return rounds
  }
}
