public import GrowthloopFindings
internal import RandomStreams
public import Statistics

/// One figure, such as the median, of every run of both builds; less is better.
public struct FigureRounds: Sendable, Hashable {
  public let name: String
  public let unit: String
  public var baseline: [Double]
  public var candidate: [Double]
  /// Whether the runs at one place were made side by side, as a round.
  public let arePaired: Bool

  public init(
    _ name: String, unit: String, baseline: [Double] = [], candidate: [Double] = [],
    arePaired: Bool = true
  ) {
    precondition(
      !arePaired || baseline.count == candidate.count,
      "a round has both builds: \(baseline.count) and \(candidate.count) runs")
    self.name = name
    self.unit = unit
    self.baseline = baseline
    self.candidate = candidate
    self.arePaired = arePaired
  }

  /// The number of runs of the build with fewer.
  public var count: Int { min(baseline.count, candidate.count) }
}

extension FigureRounds {
  /// The median of each build; `nil` without measurements.
  public var medians: (baseline: Double?, candidate: Double?) {
    (Self.median(of: baseline), Self.median(of: candidate))
  }

  static func median(of values: some Collection<Double>) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

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

/// The order in which two builds run: both in every round, each first in every other round.
///
/// A disturbance of the machine affects both builds, and neither has the advantage of the first
/// place. Of each two rounds, a random draw decides which build begins the former; the other begins
/// the latter: A B B A, or B A A B. The same seed gives the same order.
public struct Interleaving: Sendable, Hashable {
  private let stream: RandomStream

  private enum Purpose: UInt32 { case order = 0x6F72_6472 }

  public init(seed: UInt64) {
    stream = RandomSource(seed: seed).stream(for: Purpose.order)
  }

  /// Returns both builds in the order of the round of this number, counted from 0.
  public func order(inRound round: Int) -> [Build] {
    let isBaselineFirst = stream.words(UInt64(round / 2)).low & 1 == UInt64(round % 2)
    return isBaselineFirst ? [.baseline, .candidate] : [.candidate, .baseline]
  }
}

/// One of the two compared builds.
public enum Build: String, Sendable, Hashable, CaseIterable {
  /// The previous build.
  case baseline
  /// The build that is to replace it.
  case candidate
}

/// The ratio of candidate to baseline in one figure, with the interval for the decision.
///
/// Requests of one run are not independent, so a run counts once. Each round gives the logarithm of
/// a ratio: their centre is that of Hodges and Lehmann, which is robust against single outliers.
/// Its interval comes from a bootstrap over the rounds and, since that is too narrow for few of
/// them, also from the signed ranks: on either side the wider of the two counts.
public struct RatioEstimate: Sendable, Hashable {
  public let ratio: Estimate
  /// The p-value of Mann and Whitney, a test that ignores rounds.
  public let secondOpinion: Double
  private let logRatio: Estimate

  private static let resamples = 2_000
  private enum Purpose: UInt32 { case rounds = 0x726E_6473 }

  /// `nil` where there are too few runs for the confidence, or a figure is not above zero.
  public init?(_ figure: FigureRounds, confidence: Double, seed: UInt64) {
    let values = figure.baseline + figure.candidate
    guard figure.count >= 2, values.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    let before = figure.baseline.map { Double.log($0) }
    let after = figure.candidate.map { Double.log($0) }
    let estimate =
      figure.arePaired
      ? Self.paired(zip(before, after).map { $1 - $0 }, confidence, seed)
      : HodgesLehmann.shift(from: before, to: after, confidence: confidence)
    guard let estimate, let ranks = MannWhitney(before, after) else { return nil }
    logRatio = estimate
    ratio = estimate.mapped(increasing: Double.exp)
    secondOpinion = ranks.pValue()
  }

  private static func paired(_ logs: [Double], _ confidence: Double, _ seed: UInt64) -> Estimate? {
    var draw = RandomSource(seed: seed).stream(for: Purpose.rounds)[0]
    let bootstrap = Bootstrap(resamples: resamples, method: .percentile, confidence: confidence)
    let resampled = bootstrap.estimate(from: logs, using: &draw) {
      HodgesLehmann.median(ofAveragesOf: $0)
    }
    guard let resampled, let counted = HodgesLehmann.centre(of: logs, confidence: confidence)
    else { return nil }
    return Estimate(
      counted.value, from: min(resampled.low, counted.low), to: max(resampled.high, counted.high),
      confidence: confidence)
  }

  /// Returns the smallest slowdown, as a proportion, that four of five such comparisons would
  /// detect.
  public func smallestVisible(beyond tolerance: Tolerance) -> Double {
    let error = logRatio.halfWidth / -Double.normalQuantile((1 - ratio.confidence) / 2)
    let power = Double.normalQuantile(0.8)
    return tolerance.highest * Double.exp(logRatio.halfWidth + power * error) - 1
  }
}

/// The tolerated slowdown of the candidate, as a proportion of the baseline's time.
public struct Tolerance: Sendable, Hashable {
  public let share: Double

  public init(_ share: Double) {
    precondition(share >= 0 && share.isFinite, "a tolerance is a share from 0 on, not \(share)")
    self.share = share
  }

  /// The greatest ratio of candidate to baseline that is no regression.
  public var highest: Double { 1 + share }
  /// Its inverse: below it the candidate is faster.
  public var lowest: Double { 1 / (1 + share) }

  /// Returns the call on the interval of a ratio: decided only where all of it agrees.
  public func call(_ low: Double, _ high: Double) -> RegressionCall {
    if low > highest { return .worse }
    if high < lowest { return .better }
    return high <= highest ? .noDifference : .undecided
  }
}
