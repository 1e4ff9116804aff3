/// A chi-square test of whether the groups of an experiment have the planned sizes.
///
/// A mismatch means that the assignment or the counting is broken and no result can be trusted.
public struct SampleRatioMismatch: Sendable, Hashable {
  /// The distance of the counts from the split: Pearson's chi-square.
  public let statistic: Double
  /// The probability of a split at least as far out by chance.
  public let pValue: Double

  /// Compares counts with the planned split, given in any unit.
  ///
  /// `nil` before the first count.
  public init?(counts: [Int], expectedSplit: [Double]) {
    precondition(
      counts.count == expectedSplit.count && counts.count >= 2,
      "\(counts.count) counts do not fit \(expectedSplit.count) shares")
    precondition(
      counts.allSatisfy { $0 >= 0 } && expectedSplit.allSatisfy { $0 > 0 && $0.isFinite },
      "counts \(counts) are not negative and shares \(expectedSplit) are positive")
    let total = Double(counts.reduce(0, +))
    guard total > 0 else { return nil }
    let whole = expectedSplit.reduce(0, +)
    statistic = zip(counts, expectedSplit).reduce(0) { sum, group in
      let expected = total * (group.1 / whole)
      let distance = Double(group.0) - expected
      return sum + distance * distance / expected
    }
    pValue = ChiSquare(degreesOfFreedom: Double(counts.count - 1)).upperTail(statistic)
  }

  /// Returns whether chance is an unlikely cause; 0.001 is the usual threshold (Kohavi, Tang and
  /// Xu, 2020).
  public func isAlarming(below threshold: Double = 0.001) -> Bool { pValue < threshold }
}
