internal import RandomStreams

/// A test of the planned split that may be looked at as often as one likes.
///
/// A Bayes factor of splits spread around the planned one, against the planned one. Its inverse is a
/// p-value at any stopping time. Source: Lindon and Malek (2022), "Anytime-valid inference for
/// multinomial count data".
public struct SequentialSampleRatio: Sendable, Hashable {
  /// The probability, at most, that a split as planned ever looks as far out as this one.
  public let pValue: Double

  /// Compares counts with the planned split, given in any unit; no count has the p-value 1.
  ///
  /// - Parameters:
  ///   - counts: The sizes of the groups.
  ///   - expectedSplit: Their planned shares.
  ///   - concentration: How close to the planned split the others lie, as a number of
  ///     observations; the default is that of GrowthBook.
  public init(counts: [Int], expectedSplit: [Double], concentration: Double = 10_000) {
    precondition(
      counts.count == expectedSplit.count && counts.count >= 2,
      "\(counts.count) counts do not fit \(expectedSplit.count) shares")
    precondition(
      counts.allSatisfy { $0 >= 0 } && expectedSplit.allSatisfy { $0 > 0 && $0.isFinite },
      "counts \(counts) are not negative and shares \(expectedSplit) are positive")
    precondition(concentration > 0, "a concentration is positive, not \(concentration)")
    let whole = expectedSplit.reduce(0, +)
    let total = counts.reduce(0.0) { $0 + Double($1) }
    // The logarithm of the Bayes factor: Dirichlet and multinomial, against the multinomial.
    var evidence = Double.logGamma(concentration) - Double.logGamma(concentration + total)
    for (count, part) in zip(counts, expectedSplit) {
      let share = part / whole
      let prior = concentration * share
      evidence += Double.logGamma(prior + Double(count)) - Double.logGamma(prior)
      evidence -= Double(count) * Double.log(share)
    }
    pValue = min(1, Double.exp(-evidence))
  }

  /// Returns whether chance is an unlikely cause; 0.001 is the usual threshold.
  public func isAlarming(below threshold: Double = 0.001) -> Bool { pValue < threshold }
}
