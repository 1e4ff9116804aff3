/// The exact distribution of the Mann–Whitney statistic when two samples come from one population.
///
/// The statistic counts the pairs in which the first sample's number is the greater. No ties.
struct RankSumDistribution {
  /// The greatest number of observations with exact counts: the ways to split them fit 128 bits.
  static let mostObservations = 130

  /// The cumulative probability of each value, for the lower half of the values.
  private let cumulative: [Double]
  private let greatest: Int

  /// Counts the ways in O(n² m) with n the lesser size.
  init(_ first: Int, _ second: Int) {
    precondition(
      first + second <= Self.mostObservations,
      "\(first) and \(second) observations are too many to count their orders")
    let (fewer, more) = (min(first, second), max(first, second))
    greatest = fewer * more
    // The coefficients of a Gaussian binomial: the product of (1 − q^(more + i)) / (1 − q^i).
    // Differences wrap around and become correct again.
    var ways = [UInt128](repeating: 0, count: greatest / 2 + 1)
    ways[0] = 1
    for i in stride(from: 1, through: fewer, by: 1) {
      for power in stride(from: ways.count - 1, through: more + i, by: -1) {
        ways[power] &-= ways[power - more - i]
      }
      for power in stride(from: i, to: ways.count, by: 1) { ways[power] &+= ways[power - i] }
    }
    var all = 1.0
    for i in stride(from: 1, through: fewer, by: 1) { all = all * Double(more + i) / Double(i) }
    var sum: UInt128 = 0
    cumulative = ways.map { count in
      sum += count
      return Double(sum) / all
    }
  }

  /// Returns the probability of at most `value`.
  func cumulative(_ value: Int) -> Double {
    if value < 0 { return 0 }
    if value < cumulative.count { return cumulative[value] }
    return 1 - cumulative(greatest - value - 1)
  }

  /// Returns the greatest value with a cumulative probability of at most `chance`; −1 if none.
  func greatestValue(withCumulativeAtMost chance: Double) -> Int {
    // (1 − 0.9) / 2 falls short of 0.05 by a rounding error.
    (cumulative.firstIndex { $0 > chance * (1 + 1e-12) } ?? cumulative.count) - 1
  }
}
