import Statistics

/// What is said of one figure.
public struct FigureComparison: Sendable, Hashable {
  public let figure: FigureRounds
  /// `nil` where there are too few runs.
  public let estimate: RatioEstimate?
  /// `nil` for a figure that is told and not judged.
  public let call: RegressionCall?
  /// The least slowing that would have been seen; `nil` where there are too few runs.
  public let smallestVisible: Double?
}

/// What two builds come to, figure by figure.
public struct RegressionOutcome: Sendable, Hashable {
  public let tolerance: Tolerance
  /// The confidence of all calls together.
  public let confidence: Double
  public let comparisons: [FigureComparison]

  /// Compares the figures, and judges those that `isJudged` names.
  ///
  /// Where several are judged, each interval is so much wider that all of them together hold the
  /// confidence (Bonferroni).
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

  /// What all judged figures come to: the worst that became of one.
  public var call: RegressionCall {
    let calls = comparisons.compactMap(\.call)
    if calls.contains(.worse) { return .worse }
    if calls.isEmpty || calls.contains(.undecided) { return .undecided }
    return calls.allSatisfy { $0 == .better } ? .better : .noDifference
  }

  /// The fewest rounds that so many judged figures need for any call.
  public static func fewestRounds(judging figures: Int, confidence: Double = 0.95) -> Int {
    // The surest that signed ranks can be: all of one sign, of all signs that chance might give.
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
