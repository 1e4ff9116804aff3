/// The exact distribution of Wilcoxon's sum of positive ranks when differences are symmetric about
/// zero.
struct SignedRankDistribution {
  /// The greatest number of differences with exact counts.
  static let mostDifferences = 100

  private let cumulative: [Double]

  /// Sums probabilities in O(n³).
  init(_ count: Int) {
    precondition(
      count <= Self.mostDifferences, "\(count) differences are too many to count their signs")
    var chances = [Double](repeating: 0, count: count * (count + 1) / 2 + 1)
    chances[0] = 1
    for rank in stride(from: 1, through: count, by: 1) {
      for sum in stride(from: rank * (rank + 1) / 2, through: 0, by: -1) {
        chances[sum] = (chances[sum] + (sum >= rank ? chances[sum - rank] : 0)) / 2
      }
    }
    var sum = 0.0
    cumulative = chances.map { chance in
      sum += chance
      return sum
    }
  }

  /// Returns the probability of at most `value`.
  func cumulative(_ value: Int) -> Double {
    if value < 0 { return 0 }
    return value < cumulative.count ? min(cumulative[value], 1) : 1
  }

  /// Returns the greatest value with a cumulative probability of at most `chance`; −1 if none.
  func greatestValue(withCumulativeAtMost chance: Double) -> Int {
    // (1 − 0.9) / 2 falls short of 0.05 by a rounding error.
    (cumulative.firstIndex { $0 > chance * (1 + 1e-12) } ?? cumulative.count) - 1
  }
}
