import RandomStreams
import SimulationKernel
import Statistics
import Testing

@Suite("Closed forms · what comes at random times (Poisson)")
struct PoissonProcessTests {
  /// Returns what came until `end`.
  static func run<Gap>(_ gaps: [Gap], until end: Double, seed: UInt64) throws -> RenewalArrivals<
    Gap
  > {
    var simulation = Simulation(
      RenewalArrivals(gaps: gaps, chance: RandomSource(seed: seed)), from: 0.0)
    simulation.model.open(scheduling: &simulation.calendar)
    try simulation.run(until: end)
    return simulation.model
  }

  static func exponential(rate: Double) -> Exponential { .certain(try .init(rate: rate)) }

  /// Returns how many of `times` fall into each window of one unit from `start` on.
  static func counts(_ times: some Sequence<Double>, windows: Int, from start: Double = 0) -> [Int]
  {
    var counts = [Int](repeating: 0, count: windows)
    for time in times where time >= start && time < start + Double(windows) {
      counts[Int(time - start)] += 1
    }
    return counts
  }

  static let windows = 20_000
  /// How often a sample of the right kind may look as odd as it does.
  static let level = 1 - Claim.confidence

  @Test func `the counts of windows have the mean and the variance of their rate`() throws {
    let arrivals = try Self.run([Self.exponential(rate: 4)], until: 20_000, seed: 31)
    let counts = Self.counts(arrivals.times, windows: Self.windows)
    let moments = RunningMoments(counts.map(Double.init))
    Claim("the count", is: 4, andNot: [3.8, 4.2], within: 0.05)
      .check(moments.meanEstimate(confidence: Claim.confidence))
    Claim("the variance", is: 4, andNot: [3.6, 4.4], within: 0.15)
      .check(Self.variance(of: moments))
  }

  @Test func `the counts are those of the Poisson distribution, and of no other`() throws {
    let arrivals = try Self.run([Self.exponential(rate: 4)], until: 20_000, seed: 32)
    let counts = Self.counts(arrivals.times, windows: Self.windows)
    #expect(Self.chance(of: counts, if: .certain(try .init(mean: 4))) > Self.level)
    #expect(Self.chance(of: counts, if: .certain(try .init(mean: 4.2))) < Self.level)
  }

  @Test func `gaps that are more even than chance leave counts that are too`() throws {
    let even = Gamma.certain(try .init(shape: 2, scale: 0.125))
    let arrivals = try Self.run([even], until: 20_000, seed: 33)
    let counts = Self.counts(arrivals.times, windows: Self.windows)
    let variance = try #require(Self.variance(of: RunningMoments(counts.map(Double.init))))
    #expect(variance.high < 3.8)
    #expect(Self.chance(of: counts, if: .certain(try .init(mean: 4))) < Self.level)
  }

  @Test func `the gaps of two processes taken together are those of the sum of their rates`() throws
  {
    let arrivals = try Self.run(
      [Self.exponential(rate: 1), Self.exponential(rate: 3)], until: 10_000, seed: 34)
    let times = arrivals.times
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(Self.kolmogorov(gaps, Self.exponential(rate: 4)) < Self.kolmogorovLimit(gaps.count))
    for wrong in [3.8, 4.2] {
      #expect(
        Self.kolmogorov(gaps, Self.exponential(rate: wrong)) > Self.kolmogorovLimit(gaps.count))
    }
    let fromFirst = Proportion(arrivals.sources.count { $0 == 0 }, of: times.count)
    Claim("the first's share", is: 0.25, andNot: [0.2375, 0.2625], within: 0.01)
      .check(fromFirst.wilson(confidence: Claim.confidence))
  }

  @Test func `windows that do not overlap know nothing of each other`() throws {
    let arrivals = try Self.run([Self.exponential(rate: 4)], until: 20_001, seed: 35)
    let counts = Self.counts(arrivals.times, windows: Self.windows)
    let pairs = stride(from: 0, to: Self.windows, by: 2).map { (counts[$0], counts[$0 + 1]) }
    #expect(abs(Self.standardizedCorrelation(pairs)) < Self.normalLimit)
    // Half of each window is the other's too: a correlation of one half.
    let shifted = Self.counts(arrivals.times, windows: Self.windows, from: 0.5)
    #expect(Self.standardizedCorrelation(Array(zip(counts, shifted))) > Self.normalLimit)
  }

  @Test func `two processes side by side know nothing of each other`() throws {
    let arrivals = try Self.run(
      [Self.exponential(rate: 3), Self.exponential(rate: 3)], until: 10_000, seed: 36)
    let counts = (0...1).map { source in
      let times = zip(arrivals.times, arrivals.sources).filter { $0.1 == source }.map(\.0)
      return Self.counts(times, windows: 10_000)
    }
    #expect(
      abs(Self.standardizedCorrelation(Array(zip(counts[0], counts[1])))) < Self.normalLimit)
  }
}

extension PoissonProcessTests {
  /// The variance with an interval from the fourth moment, for large samples.
  static func variance(of moments: RunningMoments) -> Estimate? {
    guard let variance = moments.variance, let excess = moments.excessKurtosis else { return nil }
    let standardError = variance * ((excess + 2) / Double(moments.count)).squareRoot()
    return Estimate(
      variance, plusOrMinus: normalLimit * standardError, confidence: Claim.confidence)
  }

  /// What a standard normal deviate exceeds on either side once in a thousand times.
  static let normalLimit = -Double.normalQuantile((1 - Claim.confidence) / 2)

  /// Returns how likely such counts, or less fitting ones, are (Pearson's chi-square).
  static func chance(of counts: [Int], if distribution: Poisson) -> Double {
    // Less than 1 and more than 9 are cells of their own: all expect more than a hundred.
    let cells = 1...9
    var observed = [Int](repeating: 0, count: 11)
    for count in counts { observed[min(count, 10)] += 1 }
    var expected = [distribution.probability(of: 0)] + cells.map(distribution.probability)
    expected.append(1 - expected.reduce(0, +))
    let statistic = zip(observed, expected).reduce(0) { sum, cell in
      let expected = cell.1 * Double(counts.count)
      return sum + (Double(cell.0) - expected) * (Double(cell.0) - expected) / expected
    }
    return ChiSquare(degreesOfFreedom: 10).upperTail(statistic)
  }

  /// Returns the greatest distance between the cumulative shares of a sample and of a distribution.
  static func kolmogorov(
    _ values: [Double], _ distribution: some CumulativeDistribution<Double>
  ) -> Double {
    let count = Double(values.count)
    return values.sorted().enumerated().reduce(0) { greatest, next in
      let share = distribution.cumulative(next.element)
      return max(
        greatest, Double(next.offset + 1) / count - share, share - Double(next.offset) / count)
    }
  }

  /// The distance that a sample of `count` exceeds once in a thousand times (Kolmogorov, 1933).
  static func kolmogorovLimit(_ count: Int) -> Double {
    (-Double.log((1 - Claim.confidence) / 2) / (2 * Double(count))).squareRoot()
  }

  /// The correlation of pairs in its standard errors, were they independent.
  static func standardizedCorrelation(_ pairs: [(Int, Int)]) -> Double {
    var moments = PairedDifference()
    for (first, second) in pairs { moments.record(before: Double(first), after: Double(second)) }
    return (moments.correlation ?? .nan) * Double(pairs.count).squareRoot()
  }
}
