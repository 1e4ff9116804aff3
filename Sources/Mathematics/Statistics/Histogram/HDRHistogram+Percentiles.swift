extension HDRHistogram {
  /// Returns the value at or below which the given percentage of all recorded values lies.
  ///
  /// It is the smallest value v for which count(≤ v) is at least `percentile` / 100 · n, rounded
  /// up, reported as the largest value of its counter; for 0 it is `min`. HdrHistogram for Java
  /// (from 2.1.10 on) computes the same, to the bit. Ports that round the rank to the nearest whole
  /// number, as the Python package does, may return the value one rank below.
  ///
  /// - Parameter percentile: From 0 to 100; a value outside counts as the nearer end.
  /// - Returns: `nil` for an empty histogram.
  public func value(atPercentile percentile: Double) -> UInt64? {
    guard total > 0 else { return nil }
    return percentile == 0 ? min : value(atRank: rank(atPercentile: percentile))
  }

  /// Returns the rank, from 1, of the value at `percentile` among all in ascending order.
  public func rank(atPercentile percentile: Double) -> Int {
    precondition(!percentile.isNaN, "a percentile is a number from 0 to 100")
    precondition(total > 0, "an empty histogram has no ranks")
    guard percentile < 100 else { return total }
    // The next smaller Double, so that 99.9 % of 1,000 is rank 999 although 99.9 has no exact
    // Double.
    let share = Swift.max(0, percentile.nextDown) * Double(total) / 100
    guard share < Double(total) else { return total }
    return Swift.min(total, Swift.max(1, Int(share.rounded(.up))))
  }

  /// Returns the largest value of the counter that contains the value of this rank.
  ///
  /// Ranks go from 1, the smallest value, to `totalCount`.
  ///
  /// - Complexity: O(counters).
  public func value(atRank rank: Int) -> UInt64 {
    precondition((1...Swift.max(1, total)).contains(rank), "no rank \(rank) among \(total)")
    var rest = rank
    for index in counters.indices {
      rest -= counters[index]
      if rest <= 0 { return layout.highestValue(at: index) }
    }
    preconditionFailure("the counters add up to \(rank - rest), the total says \(total)")
  }

  /// Returns the number of recorded values of at most `value`, up to the width of its counter.
  public func count(atOrBelow value: UInt64) -> Int {
    let last = Swift.min(layout.index(of: value), counters.count - 1)
    var sum = 0
    for index in 0...last { sum += counters[index] }
    return sum
  }

  /// Returns the number of recorded values above `value`, up to the width of its counter.
  public func count(above value: UInt64) -> Int {
    isEmpty ? 0 : total - count(atOrBelow: value)
  }

  /// Returns the percentage of recorded values of at most `value`, up to the width of its counter.
  ///
  /// `nil` for an empty histogram.
  public func percentile(atOrBelow value: UInt64) -> Double? {
    guard total > 0 else { return nil }
    return 100 * Double(count(atOrBelow: value)) / Double(total)
  }
}
