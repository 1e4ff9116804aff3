internal import RandomStreams

/// The p-values of a rank statistic, exact or by the normal approximation.
struct RankTest: Sendable, Hashable {
  /// The probabilities of at most, and of at least, the observed value.
  let atMost: Double
  let atLeast: Double

  /// Creates a test from exact probabilities.
  init(atMost: Double, atLeast: Double) {
    self.atMost = atMost
    self.atLeast = atLeast
  }

  /// Creates a test by the normal approximation, with the continuity correction of a half.
  init(_ statistic: Double, mean: Double, variance: Double) {
    let deviation = variance.squareRoot()
    guard deviation > 0 else {
      self.init(atMost: 1, atLeast: 1)
      return
    }
    self.init(
      atMost: Double.normalCumulative((statistic - mean + 0.5) / deviation),
      atLeast: Double.normalCumulative(-(statistic - mean - 0.5) / deviation))
  }

  func pValue(_ alternative: Alternative) -> Double {
    switch alternative {
    case .different: min(1, 2 * min(atMost, atLeast))
    case .less: atMost
    case .greater: atLeast
    }
  }
}

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

/// The ranks of numbers from 1 on, equal numbers sharing the mean of theirs.
struct MidRanks {
  /// The rank of each number, in the order of the input.
  let ranks: [Double]
  /// The sum over groups of equal numbers of t³ − t.
  ///
  /// Ties reduce the variance of rank sums by it.
  let tieTerm: Double

  var hasTies: Bool { tieTerm > 0 }

  init(_ values: [Double]) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var tieTerm = 0.0
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for position in start..<end { ranks[order[position]] = Double(start + 1 + end) / 2 }
      let size = Double(end - start)
      tieTerm += size * size * size - size
      start = end
    }
    self.ranks = ranks
    self.tieTerm = tieTerm
  }
}

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
