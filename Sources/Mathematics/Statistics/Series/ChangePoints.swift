public import RandomStreams

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
