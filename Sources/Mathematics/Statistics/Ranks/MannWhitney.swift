/// The Mann–Whitney test: whether numbers of one sample tend to be greater than those of another.
///
/// The chances are counted exactly where no numbers are equal and there are up to 100 of them;
/// otherwise they are those of the normal approximation, corrected for ties and for continuity.
/// Source: Mann and Whitney (1947).
public struct MannWhitney: Sendable, Hashable {
  /// How to get at the chances.
  public enum Method: Sendable, Hashable {
    /// Exact where it can be, up to 100 observations.
    case automatic
    /// By the normal approximation, always.
    case normal
  }

  /// In how many pairs the first sample's number is the greater; equal ones count a half.
  public let statistic: Double
  /// The share of such pairs: 0.5 where neither tends to be greater.
  public let shareGreater: Double
  /// Whether the chances were counted.
  public let isExact: Bool
  private let test: RankTest

  /// Compares two samples; `nil` if one is empty or holds what is not finite.
  public init?(_ first: [Double], _ second: [Double], method: Method = .automatic) {
    let all = first + second
    guard !first.isEmpty, !second.isEmpty, all.allSatisfy(\.isFinite) else { return nil }
    let ranking = MidRanks(all)
    let (ours, theirs) = (Double(first.count), Double(second.count))
    let pairs = ours * theirs
    statistic = ranking.ranks.prefix(first.count).reduce(0, +) - ours * (ours + 1) / 2
    shareGreater = statistic / pairs
    isExact = method == .automatic && !ranking.hasTies && all.count <= 100
    if isExact {
      let distribution = RankSumDistribution(first.count, second.count)
      test = RankTest(
        atMost: distribution.cumulative(Int(statistic)),
        atLeast: distribution.cumulative(Int(pairs - statistic)))
    } else {
      let count = ours + theirs
      let ties = ranking.tieTerm / (count * (count - 1))
      test = RankTest(statistic, mean: pairs / 2, variance: pairs / 12 * (count + 1 - ties))
    }
  }

  /// Returns how likely a statistic at least as far out is, were there no difference.
  ///
  /// Two-sided it is twice the lesser tail, at most 1. All numbers equal give 1.
  public func pValue(_ alternative: Alternative = .different) -> Double { test.pValue(alternative) }
}
