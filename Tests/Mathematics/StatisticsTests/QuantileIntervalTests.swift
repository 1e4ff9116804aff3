import RandomStreams
import TestSupport
import Testing

@testable import Statistics

@Suite("Quantiles · intervals by ranks")
struct QuantileIntervalTests {
  /// The expected values follow from `scipy.stats.binom` 1.17.
  @Test(arguments: [
    (100, 0.5, 0.95, 40, 61, 0.9647997997822952), (10, 0.5, 0.95, 2, 9, 0.978515625),
    (368, 0.99, 0.95, 360, 368, 0.9624158204108587),
    (10_000, 0.999, 0.95, 9_983, 9_997, 0.9754574618536163),
    (1_000, 0.9, 0.99, 875, 925, 0.9917080966907468),
  ])
  func `the ranks are the narrowest with enough on either side`(
    count: Int, share: Double, confidence: Double, low: Int, high: Int, coverage: Double
  ) throws {
    let interval = try #require(QuantileInterval(of: share, among: count, confidence: confidence))
    #expect(interval.lowerRank == low)
    #expect(interval.upperRank == high)
    #expect(interval.coverage.isClose(to: coverage))
  }

  @Test func `too few cannot bound a quantile`() {
    #expect(QuantileInterval(of: 0.99, among: 367) == nil)
    #expect(QuantileInterval(of: 0.5, among: 5) == nil)
    #expect(QuantileInterval(of: 0.5, among: 6)?.coverage == 0.96875)
    for count in 0...2 { #expect(QuantileInterval(of: 0.5, among: count) == nil) }
  }

  @Test func `fewer bound a high quantile from below than from above`() {
    #expect(QuantileInterval.lowerRank(of: 0.99, among: 368) == 360)
    #expect(QuantileInterval.lowerRank(of: 0.99, among: 196) == 191)
    #expect(QuantileInterval.lowerRank(of: 0.99, among: 1) == 1)
    #expect(QuantileInterval.lowerRank(of: 0.99, among: 0) == nil)
    #expect(QuantileInterval.lowerRank(of: 0.5, among: 5) == nil)
  }

  @Test func `of numbers that are counted in cells the same ranks are found`() throws {
    let interval = try #require(QuantileInterval(of: 0.5, among: 12))
    for first in 0...12 {
      for second in 0...(12 - first) {
        let counts = [first, second, 12 - first - second]
        let numbers = counts.enumerated().flatMap { [Double](repeating: Double($0), count: $1) }
        let estimate = interval.estimate(inSorted: numbers)
        let cells = interval.cells(inCounts: counts)
        #expect(
          [cells.low, cells.value, cells.high].map(Double.init)
            == [estimate.low, estimate.value, estimate.high], "\(counts)")
      }
    }
  }

  @Test func `intervals hold the quantile at least as often as they say`() throws {
    var chance = SeededChance(seed: 12)
    let interval = try #require(QuantileInterval(of: 0.9, among: 50))
    #expect(interval.coverage >= 0.95)
    var held = 0
    for _ in 0..<1_000 {
      let sample = (0..<50).map { _ in chance.uniform() }.sorted()
      if interval.estimate(inSorted: sample).contains(0.9) { held += 1 }
    }
    expect(share: held, of: 1_000, toBe: interval.coverage)
  }

  @Test func `the quantile is the least value with enough at or below it`() {
    #expect(QuantileInterval.rank(of: 0.99, among: 100) == 99)
    #expect(QuantileInterval.rank(of: 0.07, among: 100) == 7)
    #expect(QuantileInterval.rank(of: 0.991, among: 100) == 100)
    #expect(QuantileInterval.rank(of: 0.5, among: 1) == 1)
    #expect(QuantileInterval.rank(of: 0.001, among: 10) == 1)
  }

  /// By `numpy.quantile` 2.4.
  @Test(arguments: [(0.0, 1.0), (0.25, 1.75), (0.5, 3), (0.6, 3.6), (0.975, 7.7), (1, 8)])
  func `between two ranks a quantile is interpolated`(share: Double, value: Double) {
    #expect([1.0, 2, 4, 8].interpolatedQuantile(share).isClose(to: value))
    #expect([3.0].interpolatedQuantile(share) == 3)
  }

  @Test func `sorted numbers and counts of cells give the same`() throws {
    let counts = [0, 30, 25, 0, 40, 5, 0]
    let values = counts.enumerated().flatMap { cell, size in
      [Double](repeating: Double(cell), count: size)
    }
    let interval = try #require(QuantileInterval(of: 0.5, among: 100))
    let cells = interval.cells(inCounts: counts)
    let estimate = interval.estimate(inSorted: values)
    #expect(Double(cells.low) == estimate.low)
    #expect(Double(cells.value) == estimate.value)
    #expect(Double(cells.high) == estimate.high)
    #expect(cells == (low: 2, value: 2, high: 4))
  }
}
