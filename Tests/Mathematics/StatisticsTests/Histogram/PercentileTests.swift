import Statistics
import Testing

@Suite("HDR histogram · percentiles")
struct HistogramPercentileTests {
  /// One of each from 1 to 1,000, all told apart.
  let thousand: HDRHistogram = {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for value: UInt64 in 1...1_000 { histogram.record(value) }
    return histogram
  }()

  static let examples: [(Double, UInt64)] = [
    (0.0, UInt64(1)), (0.05, 1), (0.1, 1), (0.11, 2), (50, 500), (50.01, 501), (99, 990),
    (99.9, 999),
    (99.91, 1_000), (99.99, 1_000), (100, 1_000), (-5, 1), (250, 1_000), (.infinity, 1_000),
  ]

  @Test(arguments: examples)
  func `a percentile is the smallest value that enough values do not exceed`(
    percentile: Double, value: UInt64
  ) {
    #expect(thousand.value(atPercentile: percentile) == value)
  }

  @Test func `it is the rank in the sorted values, whatever they are`() throws {
    var chance = SeededValues(seed: 5)
    let values = (0..<777).map { _ in chance.next(below: 2_048) }.sorted()
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for value in values { histogram.record(value) }
    for rank in 1...777 { #expect(histogram.value(atRank: rank) == values[rank - 1]) }
    for tenths in 1...1_000 {
      // In whole numbers: the smallest rank that is at least tenths / 1,000 of 777.
      let rank = (tenths * 777 + 999) / 1_000
      #expect(histogram.rank(atPercentile: Double(tenths) / 10) == rank, "\(tenths)")
      #expect(histogram.value(atPercentile: Double(tenths) / 10) == values[rank - 1])
    }
  }

  @Test func `the share at or below a value counts its whole counter`() {
    #expect(thousand.percentile(atOrBelow: 0) == 0)
    #expect(thousand.percentile(atOrBelow: 250) == 25)
    #expect(thousand.percentile(atOrBelow: 1_000) == 100)
    #expect(thousand.percentile(atOrBelow: .max) == 100)
  }

  @Test func `at counts near the largest a percentile is still a rank`() {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    histogram.record(3, count: .max - 1)
    histogram.record(8)
    #expect(histogram.totalCount == .max)
    #expect(histogram.value(atPercentile: 100) == 8)
    #expect(histogram.value(atPercentile: (100.0).nextDown) == 3)
    #expect(histogram.value(atRank: .max - 1) == 3)
    // The levels of a table come so close to 100 that no Double lies between.
    #expect(Array(histogram.percentileSteps()).last?.cumulativeCount == .max)
  }

  @Test func `mean and deviation are those of the values`() throws {
    // Of 1 … n: (n + 1) / 2 and √((n² − 1) / 12); every value has a counter of its own.
    #expect(thousand.mean == 500.5)
    let deviation = try #require(thousand.standardDeviation)
    #expect(abs(deviation - (999_999.0 / 12).squareRoot()) < 1e-9)
  }
}
