/// Wilcoxon's signed-rank test: whether paired differences tend to be above or below zero.
///
/// Differences of zero are left out, as Wilcoxon did. The p-values are exact where all magnitudes
/// differ and there are up to 50 of them. Otherwise they are those of the normal approximation,
/// corrected for ties and for continuity. Source: Wilcoxon (1945).
public struct WilcoxonSignedRank: Sendable, Hashable {
  /// The sum of the ranks of the positive differences.
  public let statistic: Double
  /// The number of nonzero differences.
  public let count: Int
  /// Whether the p-values are exact.
  public let isExact: Bool
  private let test: RankTest

  /// Tests differences; `nil` if one is not finite or all are zero.
  public init?(_ differences: [Double]) {
    guard differences.allSatisfy(\.isFinite) else { return nil }
    let nonZero = differences.filter { $0 != 0 }
    guard !nonZero.isEmpty else { return nil }
    let ranking = MidRanks(nonZero.map(\.magnitude))
    let size = Double(nonZero.count)
    let total = size * (size + 1) / 2
    count = nonZero.count
    statistic = zip(nonZero, ranking.ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    isExact = !ranking.hasTies && count <= 50
    if isExact {
      let distribution = SignedRankDistribution(count)
      test = RankTest(
        atMost: distribution.cumulative(Int(statistic)),
        atLeast: distribution.cumulative(Int(total - statistic)))
    } else {
      let variance = size * (size + 1) * (2 * size + 1) / 24 - ranking.tieTerm / 48
      test = RankTest(statistic, mean: total / 2, variance: variance)
    }
  }

  /// Returns the probability of a statistic at least as far out if the differences are symmetric
  /// about zero.
  ///
  /// `greater` tests whether the differences tend to be above zero.
  public func pValue(_ alternative: Alternative = .different) -> Double { test.pValue(alternative) }
}
