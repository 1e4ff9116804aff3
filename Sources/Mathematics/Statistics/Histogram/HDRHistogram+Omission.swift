extension HDRHistogram {
  /// Too many values to count: 2^63 or more.
  public struct CountOverflow: Error, Hashable, CustomStringConvertible {
    public var description: String { "more than \(Int.max) values cannot be counted" }
  }

  /// Counts `value`, with the values that a stalled client omitted (coordinated omission).
  ///
  /// After Gil Tene, these are `value` less one expected interval, less two, and so on down to the
  /// interval itself. The interval is the time between two measurements as planned, in the unit of
  /// the values; 0 corrects nothing. If the values exceed the greatest count, none is counted.
  public mutating func record(
    _ value: UInt64, count: Int = 1, correctedFor expectedInterval: UInt64
  ) throws(CountOverflow) {
    try recordOmitted(below: value, every: expectedInterval, count: count, including: count)
    record(value, count: count)
  }

  /// Returns a copy with the values that a stalled client omitted.
  ///
  /// The result is as if each value here had been recorded with the correction. A value counts as
  /// the largest of its counter. It is correct only for measurements made one after the other and
  /// recorded without the correction.
  ///
  /// - Complexity: O(counters in use · counters) at worst, whatever the interval.
  public func corrected(for expectedInterval: UInt64) throws(CountOverflow) -> HDRHistogram {
    var copy = self
    for bucket in buckets {
      try copy.recordOmitted(below: bucket.highest, every: expectedInterval, count: bucket.count)
    }
    return copy
  }

  /// Counts value − interval, value − 2 · interval, … ≥ interval, if there is room for them and for
  /// `others`.
  private mutating func recordOmitted(
    below value: UInt64, every interval: UInt64, count: Int, including others: Int = 0
  ) throws(CountOverflow) {
    var rest = interval > 0 && value > interval ? value / interval - 1 : 0
    let (all, overflow) = rest.multipliedReportingOverflow(by: UInt64(count))
    guard !overflow, others <= Int.max - total, all <= UInt64(Int.max - total - others) else {
      throw CountOverflow()
    }
    var missing = value
    while rest > 0 {
      missing -= interval
      let index = Swift.min(layout.index(of: missing), counters.count)
      // All that fall into the same counter at once: a short interval must not take for ever.
      let steps = Swift.min(rest, (missing - layout.lowestValue(at: index)) / interval + 1)
      let times = Int(steps) * count
      total += times
      if index < counters.count { counters[index] += times } else { clamp(times) }
      rest -= steps
      missing -= (steps - 1) * interval
    }
  }
}
