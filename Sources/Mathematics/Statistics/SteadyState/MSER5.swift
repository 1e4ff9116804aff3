/// The end of a run's warm-up: the cut with the least standard error of the remaining mean.
///
/// Source: White (1997) for the cut, White, Cobb and Spratt (2000) for the means of five.
public struct MSER5: Sendable, Hashable {
  /// The number of observations to leave out at the start.
  public let warmUp: Int
  /// Whether the cut lies in the first half; if not, the run is too short for an answer.
  public let isSettled: Bool

  /// Finds the cut among means of five observations; O(n).
  ///
  /// `nil` for fewer than 50 observations, and when one is not finite.
  public init?(_ observations: some RandomAccessCollection<Double>) {
    let means = Self.meansOfFive(Array(observations))
    guard means.count >= 10, means.allSatisfy(\.isFinite) else { return nil }
    var best = (cut: 0, score: Double.infinity)
    var rest = RunningMoments()
    for cut in means.indices.reversed() {
      rest.record(means[cut])
      // The last few means often agree by chance, so they are excluded.
      guard rest.count >= 5, let variance = rest.variance else { continue }
      let score = variance * Double(rest.count - 1) / (Double(rest.count) * Double(rest.count))
      if score <= best.score { best = (cut, score) }
    }
    warmUp = best.cut * 5
    isSettled = best.cut <= means.count / 2
  }

  /// Returns the long-run mean after the warm-up, by batch means; `nil` where it did not settle.
  public func estimate(
    of observations: some RandomAccessCollection<Double>, batches: Int = 20,
    confidence: Double = 0.95
  ) -> Estimate? {
    guard isSettled else { return nil }
    return BatchMeans(observations.dropFirst(warmUp), batches: batches)?
      .estimate(confidence: confidence)
  }

  private static func meansOfFive(_ observations: [Double]) -> [Double] {
    var means: [Double] = []
    var (sum, inBatch) = (0.0, 0)
    for observation in observations {
      sum += observation
      inBatch += 1
      if inBatch == 5 {
        means.append(sum / 5)
        (sum, inBatch) = (0, 0)
      }
    }
    return means
  }
}
