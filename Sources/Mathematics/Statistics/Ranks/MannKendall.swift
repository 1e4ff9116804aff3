/// The test of Mann and Kendall: whether a series rises or falls, however unevenly.
///
/// The p-value is that of the normal approximation, corrected for ties and for continuity. Sources:
/// Mann (1945), Kendall (1975); the slope is Sen's (1968).
public struct MannKendall: Sendable, Hashable {
  /// The number of pairs with a greater later number, less those with a smaller one.
  public let statistic: Int
  /// The median of the slopes between all pairs, for one step of the series.
  public let slope: Double
  private let test: RankTest

  /// Tests a series; `nil` if it has fewer than four numbers, or one that is not finite.
  ///
  /// - Complexity: O(n² log n).
  public init?(_ series: [Double]) {
    guard series.count >= 4, series.allSatisfy(\.isFinite) else { return nil }
    var slopes: [Double] = []
    slopes.reserveCapacity(series.count * (series.count - 1) / 2)
    var statistic = 0
    for later in series.indices.dropFirst() {
      for earlier in 0..<later {
        let rise = series[later] - series[earlier]
        statistic += rise > 0 ? 1 : rise < 0 ? -1 : 0
        slopes.append(rise / Double(later - earlier))
      }
    }
    self.statistic = statistic
    slopes.sort()
    slope = (slopes[(slopes.count - 1) / 2] + slopes[slopes.count / 2]) / 2
    let count = Double(series.count)
    var variance = count * (count - 1) * (2 * count + 5)
    let sorted = series.sorted()
    var first = 0
    for place in sorted.indices.dropFirst() + [sorted.count]
    where place == sorted.count || sorted[place] != sorted[first] {
      let ties = Double(place - first)
      variance -= ties * (ties - 1) * (2 * ties + 5)
      first = place
    }
    // The statistic goes in steps of two, and half of it in steps of one.
    test = RankTest(Double(statistic) / 2, mean: 0, variance: variance / 18 / 4)
  }

  /// Returns the probability of a statistic at least as far out in a series without a trend.
  public func pValue(_ alternative: Alternative = .different) -> Double { test.pValue(alternative) }
}
