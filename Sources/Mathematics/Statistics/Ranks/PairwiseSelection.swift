internal import RandomStreams

/// The k-th smallest of all differences or averages of pairs, without listing the pairs.
struct PairwiseSelection {
  let count: Int
  private let least: Double
  private let greatest: Double
  private let countAtMost: (Double) -> Int

  /// Creates the selection of all differences of a number of `later` less one of `earlier`.
  init(differencesOf later: [Double], from earlier: [Double]) {
    let (later, earlier) = (later.sorted(), earlier.sorted())
    count = later.count * earlier.count
    least = later[0] - earlier[earlier.count - 1]
    greatest = later[later.count - 1] - earlier[0]
    countAtMost = { limit in
      var (sum, firstAllowed) = (0, 0)
      for number in later {
        while firstAllowed < earlier.count, number - earlier[firstAllowed] > limit {
          firstAllowed += 1
        }
        sum += earlier.count - firstAllowed
      }
      return sum
    }
  }

  /// Creates the selection of all averages of two numbers, and the numbers themselves.
  init(averagesOf values: [Double]) {
    let values = values.sorted()
    count = values.count * (values.count + 1) / 2
    least = values[0]
    greatest = values[values.count - 1]
    countAtMost = { limit in
      var (sum, end) = (0, values.count)
      for (index, number) in values.enumerated() {
        while end > index, Self.average(number, values[end - 1]) > limit { end -= 1 }
        if end <= index { break }
        sum += end - index
      }
      return sum
    }
  }

  /// Returns the k-th smallest, counted from 1; O(64 n).
  func smallest(_ k: Int) -> Double {
    // Doubles are ordered as their integers are, so 64 halvings find the exact one.
    var (low, high) = (Self.order(of: least), Self.order(of: greatest))
    while low < high {
      let middle = low + (high &- low).dividedByTwo
      if countAtMost(Self.number(at: middle)) >= k { high = middle } else { low = middle + 1 }
    }
    return Self.number(at: low) + 0.0
  }

  /// The middle one, or the average of the two in the middle.
  var median: Double {
    Self.average(smallest((count + 1) / 2), smallest(count / 2 + 1))
  }

  private static func average(_ a: Double, _ b: Double) -> Double { a * 0.5 + b * 0.5 }

  private static func order(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits < 0 ? bits ^ .max : bits
  }

  private static func number(at order: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: order < 0 ? order ^ .max : order))
  }
}

extension Int64 {
  /// Half of the value as an unsigned width.
  fileprivate var dividedByTwo: Int64 { Int64(UInt64(bitPattern: self) / 2) }
}

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
