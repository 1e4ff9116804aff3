import Testing

@testable import Statistics

@Suite("HDR histogram · the layout of its counters")
struct HistogramLayoutTests {
  static let published: [(UInt64, UInt64, Int, Int)] = [
    (UInt64(1), UInt64(60_000_000), 3, 17_408), (1, 60_000_000, 2, 2_560),
    (1, 3_600_000_000_000, 3, 33_792), (1, UInt64(Int64.max), 5, HDRHistogram.Layout.mostCounters),
    (1, 2, 1, 32),
  ]

  @Test(arguments: published)
  func `the number of counters is the published one`(
    lowest: UInt64, highest: UInt64, digits: Int, counters: Int
  ) throws {
    let layout = try HDRHistogram.Layout(lowest: lowest, highest: highest, digits: digits)
    #expect(layout.counterCount == counters)
  }

  @Test func `a minute in microseconds takes 139 kB`() {
    #expect(HDRHistogram.Layout.minuteInMicroseconds.counterCount * 8 == 139_264)
  }

  static let wishes: [(UInt64, UInt64, Int, LayoutError)] = [
    (0, 10, 3, .lowest(0)), (1 << 62, 1 << 63, 3, .lowest(1 << 62)),
    (10, 19, 3, .highest(19, lowest: 10)), (1, 1 << 63, 3, .highest(1 << 63, lowest: 1)),
    (1, 100, 0, .digits(0)), (1, 100, 6, .digits(6)),
    (1 << 55, 1 << 62, 3, .noRoom(lowest: 1 << 55, digits: 3)),
  ]

  @Test(arguments: wishes)
  func `what cannot be laid out is refused by what is wrong`(
    lowest: UInt64, highest: UInt64, digits: Int, error: LayoutError
  ) {
    #expect(throws: error) {
      try HDRHistogram.Layout(lowest: lowest, highest: highest, digits: digits)
    }
    #expect(error.description.contains("must be") || error.description.contains("no room"))
  }

  @Test(arguments: 1...5)
  func `counters follow each other without a gap, each as fine as its digits`(digits: Int) throws {
    for lowest: UInt64 in [1, 7, 1_000] {
      let layout = try HDRHistogram.Layout(lowest: lowest, highest: 1 << 40, digits: digits)
      let tolerance = [0.1, 0.01, 0.001, 0.0001, 0.00001][digits - 1]
      // Every counter would take a debug build long at 5 digits: a prime step meets them all alike.
      let indices = stride(from: 0, to: layout.counterCount - 1, by: digits < 3 ? 1 : 97)
      let wrong = indices.filter { index in
        let low = layout.lowestValue(at: index)
        let high = layout.highestValue(at: index)
        let isFine = high - low + 1 <= lowest || Double(high - low) <= Double(low) * tolerance
        return !isFine || layout.lowestValue(at: index + 1) != high + 1
          || layout.index(of: low) != index || layout.index(of: high) != index
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test(arguments: 1...5)
  func `the highest trackable value has a counter, and the grid ends soon after`(digits: Int) throws
  {
    var chance = SeededValues(seed: UInt64(digits))
    for _ in 0..<200 {
      let lowest = chance.next(below: 5_000) + 1
      let highest = 2 * lowest + chance.next(below: 1 << chance.next(below: 62))
      let layout = try HDRHistogram.Layout(lowest: lowest, highest: highest, digits: digits)
      #expect(layout.index(of: highest) < layout.counterCount)
      #expect(layout.index(of: layout.lowestValue(at: layout.counterCount)) == layout.counterCount)
      let first = layout.lowestValue(at: 2 * layout.subBucketCount / 2)
      #expect(layout.lowestValue(at: layout.counterCount) <= Swift.max(2 * highest, first))
    }
  }

  @Test func `the widened layout is the coarser and the wider one of two`() throws {
    let fine = try HDRHistogram.Layout(lowest: 1, highest: 1_000, digits: 4)
    let wide = try HDRHistogram.Layout(lowest: 100, highest: 1_000_000, digits: 2)
    #expect(fine.widened(by: wide) == wide)
    #expect(wide.widened(by: fine) == wide)
    #expect(fine.widened(by: fine) == fine)
    #expect(
      try HDRHistogram.Layout(lowest: 1, highest: 5_000, digits: 1).widened(by: wide)
        == HDRHistogram.Layout(lowest: 100, highest: 1_000_000, digits: 1))
  }
}
