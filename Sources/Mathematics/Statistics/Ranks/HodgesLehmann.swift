internal import RealFunctions

/// The Hodges–Lehmann estimate: a shift that single wild numbers hardly move, with its interval.
///
/// The interval holds whatever shift the rank test would not reject. Up to 100 observations its
/// confidence is the one that was counted (at least the one asked for); beyond, the normal
/// approximation's. Source: Hodges and Lehmann (1963).
public enum HodgesLehmann {
  /// Returns by how much `second` lies above `first`: the median of all differences; O(64 n).
  ///
  /// `nil` where the samples are too small for the confidence, or hold what is not finite.
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
  /// `nil` where there are too few for the confidence, or one is not finite. O(64 n).
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

  /// Returns the centre alone, for statistics that are asked many times: the median of all averages of
  /// two.
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

  /// The interval from the pair after the lowest ones to the one before the highest; none may be
  /// left out.
  private static func estimate(
    of pairs: PairwiseSelection, leavingOut outside: Int, confidence: Double
  ) -> Estimate? {
    guard outside >= 0 else { return nil }
    return Estimate(
      pairs.median, from: pairs.smallest(outside + 1), to: pairs.smallest(pairs.count - outside),
      confidence: confidence)
  }
}
