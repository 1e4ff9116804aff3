internal import RandomStreams
public import Statistics

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
