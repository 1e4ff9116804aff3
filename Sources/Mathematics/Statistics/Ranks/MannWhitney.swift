/// The Mann–Whitney test: whether numbers of one sample tend to be greater than those of another.
///
/// The p-values are exact without ties and for up to 100 numbers. Otherwise they are those of the
/// normal approximation, corrected for ties and for continuity. Source: Mann and Whitney (1947).
public struct MannWhitney: Sendable, Hashable {
  /// The method for p-values.
  public enum Method: Sendable, Hashable {
    /// Exact where possible, up to 100 observations.
    case automatic
    /// By the normal approximation, always.
    case normal
  }

  /// The number of pairs in which the first sample's number is the greater; equal ones count a
  /// half.
  public let statistic: Double
  /// The proportion of such pairs: 0.5 where neither tends to be greater.
  public let shareGreater: Double
  /// Whether the p-values are exact.
  public let isExact: Bool
  private let test: RankTest

  /// Compares two samples; `nil` if one is empty or contains a non-finite number.
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

  /// Returns the probability of a statistic at least as far out under no difference.
  ///
  /// Two-sided it is twice the lesser tail, at most 1. All numbers equal give 1.
  public func pValue(_ alternative: Alternative = .different) -> Double { test.pValue(alternative) }
}
