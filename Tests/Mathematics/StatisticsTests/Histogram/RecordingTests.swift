import Statistics
import Testing

@Suite("HDR histogram · recording")
struct HistogramRecordingTests {
  let layout = HDRHistogram.Layout.minuteInMicroseconds

  @Test func `an empty histogram has counts, and no values`() {
    let histogram = HDRHistogram(layout: layout)
    #expect(histogram.isEmpty && histogram.totalCount == 0 && histogram.clampedCount == 0)
    #expect(histogram.min == nil && histogram.max == nil)
    #expect(histogram.mean == nil && histogram.standardDeviation == nil)
    #expect(histogram.value(atPercentile: 50) == nil && histogram.percentile(atOrBelow: 7) == nil)
    #expect(Array(histogram.buckets).isEmpty && Array(histogram.percentileSteps()).isEmpty)
  }

  @Test func `a value is found again to within its digits`() throws {
    var chance = SeededValues(seed: 3)
    for digits in 1...5 {
      let error = [0.1, 0.01, 0.001, 0.0001, 0.00001][digits - 1]
      for _ in 0..<20 {
        let value = chance.ofAnyMagnitude(bits: 24)
        var histogram = try HDRHistogram(highest: 1 << 24, digits: digits)
        histogram.record(value)
        for found in [histogram.min, histogram.max, histogram.value(atPercentile: 50)] {
          let found = try #require(found)
          #expect(abs(Double(found) - Double(value)) <= error * Double(value), "\(value), \(found)")
        }
      }
    }
  }

  @Test func `nought and one are told apart`() {
    var histogram = HDRHistogram(layout: layout)
    histogram.record(0, count: 2)
    histogram.record(1)
    #expect(histogram.min == 0 && histogram.max == 1)
    #expect(histogram.count(atOrBelow: 0) == 2)
    #expect(histogram.countsAsText == "0:2 1:1")
  }

  @Test func `what is too large is counted as the largest, and known to be`() {
    var histogram = HDRHistogram(layout: layout)
    histogram.record(1_000)
    #expect(histogram.clampedCount == 0)
    histogram.record(.max, count: 2)
    histogram.record(67_108_864)
    #expect(histogram.totalCount == 4 && histogram.clampedCount == 3)
    // The grid ends at the next power of two above a minute.
    #expect(histogram.max == 67_108_863)
    #expect(histogram.value(atRank: 1) == 1_000 && histogram.value(atRank: 2) == 67_108_863)
  }

  @Test func `between the highest trackable value and the grid's end nothing is clamped`() {
    var histogram = HDRHistogram(layout: layout)
    histogram.record(67_108_863)
    #expect(histogram.clampedCount == 0)
  }

  @Test func `recording many at once is recording one by one`() {
    var together = HDRHistogram(layout: layout)
    var singly = HDRHistogram(layout: layout)
    for value: UInt64 in [5, 70_000, 1 << 50] {
      together.record(value, count: 3)
      for _ in 0..<3 { singly.record(value) }
    }
    together.record(9, count: 0)
    #expect(together == singly)
  }

  @Test func `a copy does not change with the original`() {
    var histogram = HDRHistogram(layout: layout)
    histogram.record(7)
    let before = histogram
    histogram.record(7)
    #expect(before.totalCount == 1 && histogram.totalCount == 2)
    histogram.removeAll()
    #expect(histogram == HDRHistogram(layout: layout))
    #expect(before.countsAsText == "7:1")
  }

  @Test func `cumulative counts end at the total`() {
    var chance = SeededValues(seed: 11)
    let histogram = chance.histogram(layout, values: 500)
    var sum = 0
    for bucket in histogram.buckets {
      sum += bucket.count
      #expect(bucket.cumulativeCount == sum)
      #expect(bucket.lowest <= bucket.median && bucket.median <= bucket.highest)
      #expect(histogram.count(atOrBelow: bucket.lowest) == sum)
    }
    #expect(sum == 500)
  }
}
