internal import RandomStreams

/// The logarithm of the ratio of two means, from pairs under the same random numbers.
///
/// The interval is Student's over the pairs' linearised differences, after Fieller's delta method:
/// what both sides of a pair share cancels.
public enum PairedLogRatio {
  /// Returns ln(mean of `after` / mean of `before`) with its interval.
  ///
  /// `nil` with fewer than two pairs, and where a mean is not above zero.
  public static func estimate(
    before: [Double], after: [Double], confidence: Double = 0.95
  ) -> Estimate? {
    precondition(before.count == after.count, "\(before.count) against \(after.count) is no pair")
    let count = Double(before.count)
    let (first, second) = (before.reduce(0, +) / count, after.reduce(0, +) / count)
    guard before.count > 1, first > 0, second > 0, first.isFinite, second.isFinite else {
      return nil
    }
    var moments = RunningMoments()
    for (before, after) in zip(before, after) { moments.record(after / second - before / first) }
    guard let spread = moments.meanEstimate(confidence: confidence) else { return nil }
    return Estimate(
      Double.log(second / first), plusOrMinus: spread.halfWidth, confidence: confidence)
  }
}
