internal import RandomStreams

/// The tails of the binomial distribution of the successes among `trials`.
///
/// They have full accuracy, also where they are tiny; `RandomStreams.Binomial` is the sampler.
public struct BinomialTails: Sendable, Hashable {
  /// The number of trials, at least 0.
  public let trials: Int
  /// The probability of success in each trial, from 0 to 1.
  public let chance: Double

  /// Creates the tails for `trials`, at least 0, of equal `chance`, from 0 to 1.
  public init(trials: Int, chance: Double) {
    precondition(trials >= 0, "trials are not negative: \(trials)")
    precondition(chance >= 0 && chance <= 1, "a chance lies between 0 and 1, not at \(chance)")
    self.trials = trials
    self.chance = chance
  }

  /// Returns the probability of at most `count` successes.
  public func cumulative(_ count: Int) -> Double {
    guard count >= 0 else { return 0 }
    guard count < trials else { return 1 }
    return Double.regularizedBeta(
      1 - chance, complement: chance, Double(trials - count), Double(count + 1))
  }

  /// Returns the probability of more than `count` successes, with full accuracy where that is tiny.
  public func upperTail(_ count: Int) -> Double {
    guard count >= 0 else { return 1 }
    guard count < trials else { return 0 }
    return Double.regularizedBeta(
      chance, complement: 1 - chance, Double(count + 1), Double(trials - count))
  }

  /// Returns the least count with a cumulative probability of at least `p`.
  ///
  /// - Complexity: O(log trials) evaluations of the cumulative.
  public func quantile(_ p: Double) -> Int {
    precondition(p >= 0 && p <= 1, "a chance lies between 0 and 1, not at \(p)")
    return first(in: 0..<trials) { cumulative($0) >= p }
  }

  /// Returns the first count of `range` that satisfies a monotonic condition, or the end of
  /// `range`.
  func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
