internal import RandomStreams

/// The Hodges–Lehmann estimate: a shift that is robust against single outliers, with its interval.
///
/// The interval contains the shifts that the rank test would not reject. Up to 100 observations its
/// confidence is exact (at least the required one); beyond, it is that of the normal approximation.
/// Source: Hodges and Lehmann (1963).
public enum HodgesLehmann {
  /// Returns the shift of `second` above `first`: the median of all differences.
  ///
  /// `nil` where the samples are too small for the confidence, or contain a non-finite number.
  ///
  /// - Complexity: O(64 n).
  public static func shift(
    from first: [Double], to second: [Double], confidence: Double = 0.95
  ) -> Estimate? {
    preconditionConfidence(confidence)
    guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy(\.isFinite) else {
      return nil
    }
    let pairs = PairwiseSelection(differencesOf: second, from: first)
    if first.count + second.count <= 100 {
      let ranks = RankSumDistribution(first.count, second.count)
      let outside = ranks.greatestValue(withCumulativeAtMost: (1 - confidence) / 2)
      return estimate(
        of: pairs, leavingOut: outside, confidence: 1 - 2 * ranks.cumulative(outside))
    }
    let size = Double(pairs.count)
    let variance = size * Double(first.count + second.count + 1) / 12
    return approximation(of: pairs, mean: size / 2, variance: variance, confidence: confidence)
  }

  /// Returns the centre of symmetric numbers, such as paired differences: the median of all
  /// averages of two.
  ///
  /// `nil` where there are too few for the confidence, or one is not finite.
  ///
  /// - Complexity: O(64 n).
  public static func centre(of values: [Double], confidence: Double = 0.95) -> Estimate? {
    preconditionConfidence(confidence)
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    let pairs = PairwiseSelection(averagesOf: values)
    if values.count <= 100 {
      let ranks = SignedRankDistribution(values.count)
      let outside = ranks.greatestValue(withCumulativeAtMost: (1 - confidence) / 2)
      return estimate(
        of: pairs, leavingOut: outside, confidence: 1 - 2 * ranks.cumulative(outside))
    }
    let size = Double(values.count)
    let variance = size * (size + 1) * (2 * size + 1) / 24
    return approximation(
      of: pairs, mean: Double(pairs.count) / 2, variance: variance, confidence: confidence)
  }

  /// Returns the centre alone, the median of all averages of two, for frequently called statistics.
  public static func median(ofAveragesOf values: [Double]) -> Double {
    precondition(!values.isEmpty, "nothing has no centre")
    return PairwiseSelection(averagesOf: values).median
  }

  private static func approximation(
    of pairs: PairwiseSelection, mean: Double, variance: Double, confidence: Double
  ) -> Estimate? {
    let z = -Double.normalQuantile((1 - confidence) / 2)
    let outside = mean - 0.5 - z * variance.squareRoot()
    return estimate(of: pairs, leavingOut: Int(outside.rounded(.down)), confidence: confidence)
  }

  /// Returns the interval from the pair after the lowest ones to the one before the highest.
  ///
  /// `outside` may be zero.
  private static func estimate(
    of pairs: PairwiseSelection, leavingOut outside: Int, confidence: Double
  ) -> Estimate? {
    guard outside >= 0 else { return nil }
    return Estimate(
      pairs.median, from: pairs.smallest(outside + 1), to: pairs.smallest(pairs.count - outside),
      confidence: confidence)
  }
}
