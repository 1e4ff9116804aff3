public import RandomStreams

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

extension [Double] {
  /// Returns the numbers with outliers moved to four robust deviations from their neighbours'
  /// median.
  ///
  /// A step stays in place: the median of seven follows it. Source: Davies and Gather (1993), the
  /// Hampel identifier.
  func pullingInWildNumbers() -> [Double] {
    let medians = indices.map { place in
      Array(self[Swift.max(0, place - 3)..<Swift.min(count, place + 4)]).sorted()
        .interpolatedQuantile(0.5)
    }
    let distances = zip(self, medians).map { ($0 - $1).magnitude }.sorted()
    // The ratio of the median distance of normal noise to its standard deviation.
    let far = 4 * distances.interpolatedQuantile(0.5) / 0.674_489_750_196_081_7
    guard far > 0 else { return self }
    return zip(self, medians).map { Swift.min(Swift.max($0, $1 - far), $1 + far) }
  }
}

/// The changes of a series' distribution: E-divisive means with a permutation test.
///
/// Performance histories are monitored with this method (MongoDB, Apache Otava). It assumes no
/// shape of the noise, estimates the number of changes, and ignores a single outlier. Each split is
/// compared with random permutations of the numbers, so that noise gives a change at most at the
/// rate `significance`. Numbers must be independent of earlier ones; where they may not be, use
/// `LevelShifts`. The same seed gives the same points. Sources: Matteson and James (2014); Daly et
/// al. (2020).
public struct ChangePoints: Sendable, Hashable {
  /// One change.
  public struct Point: Sendable, Hashable {
    /// The first place of the new level.
    public let index: Int
    /// The scaled energy distance between both sides.
    public let divergence: Double
    /// The probability of a divergence as great under a random order of the numbers.
    public let pValue: Double
  }

  /// The rate at which noise alone may give a change.
  public var significance: Double
  /// The fewest numbers between two changes.
  public var shortest: Int
  /// The number of permutations with which a split is compared.
  public var permutations: Int

  /// Creates a search; `permutations` must be enough to show a probability as low as
  /// `significance`.
  public init(significance: Double = 0.01, shortest: Int = 3, permutations: Int = 999) {
    precondition(
      significance > 0 && significance < 1,
      "a significance lies between 0 and 1, not at \(significance)")
    precondition(
      Double(permutations + 1) * significance >= 1,
      "\(permutations) permutations cannot show a significance of \(significance)")
    self.significance = significance
    self.shortest = shortest
    self.permutations = permutations
  }

  private enum Purpose: UInt32 { case permutation = 0x7065_726D }

  /// Returns the changes in the order of the series; none if a number is not finite.
  ///
  /// Complexity: O(n²) for each permutation and change.
  public func points(in series: [Double], chance: RandomSource = RandomSource(seed: 1)) -> [Point] {
    guard series.allSatisfy(\.isFinite) else { return [] }
    let stream = chance.stream(for: Purpose.permutation)
    var points: [Point] = []
    while let split = Self.best(in: series, between: points, shortest: shortest) {
      var draw = stream[UInt64(points.count)]
      guard let pValue = pValue(of: split, in: series, between: points, &draw) else { break }
      points.append(Point(index: split.index, divergence: split.divergence, pValue: pValue))
      points.sort { $0.index < $1.index }
    }
    return points
  }

  /// Returns the stretches between the changes found so far.
  private static func stretches(_ series: [Double], between points: [Point]) -> [Range<Int>] {
    let ends = [0] + points.map(\.index) + [series.count]
    return zip(ends, ends.dropFirst()).map { $0..<$1 }
  }

  /// The greatest split within a stretch.
  private static func best(
    in series: [Double], between points: [Point], shortest: Int
  ) -> SplitCandidate? {
    stretches(series, between: points)
      .compactMap { SplitCandidate(in: series[$0], shortest: shortest) }
      .reduce(nil) { best, next in
        guard let best, best.divergence >= next.divergence else { return next }
        return best
      }
  }

  /// Returns the proportion of permutations with a split as great.
  ///
  /// `nil` as soon as it is beyond the significance.
  private func pValue(
    of split: SplitCandidate, in series: [Double], between points: [Point],
    _ draw: inout Draw
  ) -> Double? {
    var asGreat = 1
    let most = Int((significance * Double(permutations + 1)).rounded(.down))
    var shuffled = series
    for _ in 0..<permutations {
      for stretch in Self.stretches(series, between: points) {
        shuffled[stretch].shuffle(by: &draw)
      }
      let best = Self.best(in: shuffled, between: points, shortest: shortest)
      if let best, best.divergence >= split.divergence { asGreat += 1 }
      if asGreat > most { return nil }
    }
    return Double(asGreat) / Double(permutations + 1)
  }
}
