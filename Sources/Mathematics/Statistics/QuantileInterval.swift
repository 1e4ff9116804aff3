/// The ranks between which a quantile lies with a stated confidence, whatever the distribution.
///
/// The number of n independent observations below a quantile is binomial; nothing else is assumed.
/// Ranks are counted from 1 and serve sorted numbers and histograms alike. Source: David and
/// Nagaraja (2003), "Order Statistics", §7.1.
public struct QuantileInterval: Sendable, Hashable {
  /// The proportion below the quantile: 0.5 for the median.
  public let share: Double
  /// The number of observations.
  public let count: Int
  /// The rank of the quantile itself: the least one with at least the proportion at or below it.
  public let rank: Int
  /// The rank of the interval's lower end, at least 1.
  public let lowerRank: Int
  /// The rank of the interval's upper end, at most the number of observations.
  public let upperRank: Int
  /// The probability that the interval contains the quantile: at least the required confidence.
  public let coverage: Double

  /// Finds ranks that miss the quantile on either side with at most half of the error probability.
  ///
  /// `nil` where there are too few observations to bound it: a 95% interval of the 99th percentile
  /// needs 368.
  public init?(of share: Double, among count: Int, confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    precondition(share > 0 && share < 1, "a quantile's share lies between 0 and 1, not at \(share)")
    precondition(count >= 0, "observations are not negative: \(count)")
    let (tail, below) = Self.tails(of: share, among: count, confidence)
    // The least rank s with P(s or more below) ≤ tail.
    let upper = below.first(in: 0..<count) { below.upperTail($0) <= tail } + 1
    guard
      let lower = Self.lowerRank(of: share, among: count, confidence: confidence), upper <= count
    else { return nil }
    self.share = share
    self.count = count
    rank = Self.rank(of: share, among: count)
    lowerRank = lower
    upperRank = upper
    coverage = 1 - below.cumulative(lower - 1) - below.upperTail(upper - 1)
  }

  /// Returns the rank of the interval's lower end, which fewer observations bound than its upper end.
  ///
  /// `nil` where there are too few for it too.
  public static func lowerRank(
    of share: Double, among count: Int, confidence: Double = 0.95
  ) -> Int? {
    let (tail, below) = tails(of: share, among: count, confidence)
    // The greatest rank r with P(fewer than r below) ≤ tail.
    let lower = below.first(in: 0..<count) { below.cumulative($0) > tail }
    return lower >= 1 ? lower : nil
  }

  private static func tails(
    of share: Double, among count: Int, _ confidence: Double
  ) -> (tail: Double, below: BinomialTails) {
    // A tail that is exactly as permitted may come out a rounding error above it.
    ((1 - confidence) / 2 * (1 + 1e-12), BinomialTails(trials: count, chance: share))
  }

  /// Returns the rank of the least of `count` observations with at least the proportion at or below
  /// it.
  public static func rank(of share: Double, among count: Int) -> Int {
    // A product such as 0.07 · 100 comes out a little above its whole number.
    let exact = share * Double(count)
    return min(max(Int((exact * (1 - 0x1p-51)).rounded(.up)), 1), max(count, 1))
  }

  /// Returns the quantile of sorted numbers with its interval.
  public func estimate(inSorted values: some RandomAccessCollection<Double>) -> Estimate {
    precondition(values.count == count, "\(values.count) numbers are not the \(count) expected")
    func value(_ rank: Int) -> Double {
      values[values.index(values.startIndex, offsetBy: rank - 1)]
    }
    return Estimate(value(rank), from: value(lowerRank), to: value(upperRank), confidence: coverage)
  }

  /// Returns the cells that contain the bounds and the quantile, given their counts.
  public func cells(inCounts counts: some Sequence<Int>) -> (low: Int, value: Int, high: Int) {
    var cells = (low: 0, value: 0, high: 0)
    var passed = 0
    for (cell, size) in counts.enumerated() {
      if passed < lowerRank { cells.low = cell }
      if passed < rank { cells.value = cell }
      if passed < upperRank { cells.high = cell }
      passed += size
    }
    precondition(passed == count, "the cells hold \(passed), not the \(count) expected")
    return cells
  }
}

extension Array<Double> {
  /// Returns the quantile of these sorted numbers, interpolated between neighbours.
  ///
  /// The definition that R calls type 7 and NumPy has by default (Hyndman and Fan, 1996).
  public func interpolatedQuantile(_ p: Double) -> Double {
    precondition(!isEmpty, "no numbers have no quantile")
    let position = p * Double(count - 1)
    let below = Swift.min(Int(position), count - 1)
    let above = Swift.min(below + 1, count - 1)
    return self[below] + (self[above] - self[below]) * (position - Double(below))
  }
}
