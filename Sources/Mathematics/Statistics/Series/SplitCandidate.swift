/// The strongest split of a stretch of a series, by the energy distance of both sides.
///
/// The distance is zero on average where both sides come from one distribution, whatever that is,
/// and grows with any difference. Source: Matteson and James (2014), with distances to the power of
/// one.
struct SplitCandidate {
  /// The first place of the later side.
  let index: Int
  /// The scaled distance between both sides.
  let divergence: Double

  /// Finds the split; both sides have at least `shortest` numbers, and the later one may end early.
  ///
  /// `nil` where there is no room for two sides.
  ///
  /// - Complexity: O(n²) in time, O(n) in space.
  init?(in series: ArraySlice<Double>, shortest: Int) {
    precondition(shortest >= 1, "a side has at least one number, not \(shortest)")
    let values = Array(series)
    guard values.count >= 2 * shortest else { return nil }
    let fromStart = Self.spreadFromStart(values)
    // Of the numbers from the split up to an end, for each end.
    var fromSplit = [Double](repeating: 0, count: values.count + 1)
    var best = (split: 0, divergence: -Double.infinity)
    for split in stride(from: values.count - 1, through: shortest, by: -1) {
      var sum = 0.0
      for end in stride(from: split + 2, through: values.count, by: 1) {
        sum += (values[split] - values[end - 1]).magnitude
        fromSplit[end] += sum
      }
      for end in stride(from: split + shortest, through: values.count, by: 1) {
        let divergence = Self.divergence(
          (split, fromStart[split]), (end - split, fromSplit[end]), both: fromStart[end])
        // Of equals the first split.
        if divergence >= best.divergence { best = (split, divergence) }
      }
    }
    index = series.startIndex + best.split
    divergence = best.divergence
  }

  /// Returns the sum of all distances among the first so many numbers.
  private static func spreadFromStart(_ values: [Double]) -> [Double] {
    var spread = [Double](repeating: 0, count: values.count + 1)
    for last in values.indices {
      var sum = 0.0
      for other in 0..<last { sum += (values[other] - values[last]).magnitude }
      spread[last + 1] = spread[last] + sum
    }
    return spread
  }

  /// Returns the distance between two sides, from the sums of the distances within each and within
  /// both.
  private static func divergence(
    _ left: (count: Int, spread: Double), _ right: (count: Int, spread: Double), both: Double
  ) -> Double {
    let (ours, theirs) = (Double(left.count), Double(right.count))
    let across = both - left.spread - right.spread
    let within =
      (left.count > 1 ? left.spread * theirs / (ours - 1) : 0)
      + (right.count > 1 ? right.spread * ours / (theirs - 1) : 0)
    return 2 / (ours + theirs) * (across - within)
  }
}
