import Statistics
import Testing

@Suite("HDR histogram · merging")
struct HistogramMergingTests {
  @Test func `parts merge into the whole, in any order`() {
    var chance = SeededValues(seed: 21)
    let parts = (0..<4).map { _ in chance.histogram(.minuteInMicroseconds, values: 200) }
    var forward = HDRHistogram(layout: .minuteInMicroseconds)
    var backward = forward
    for part in parts { forward.merge(part) }
    for part in parts.reversed() { backward.merge(part) }
    #expect(forward == backward && forward.totalCount == 800)
    #expect(forward.clampedCount == parts.map(\.clampedCount).reduce(0, +))
    #expect(forward.clampedCount > 0, "values up to 2^40 meet a grid up to 2^26")
  }

  @Test func `a finer histogram merges as if recorded in the coarser one`() throws {
    var chance = SeededValues(seed: 22)
    let layouts = try [(1, 5), (1, 3), (700, 4), (1_000, 2), (1, 1)].map { lowest, digits in
      try HDRHistogram.Layout(lowest: lowest, highest: 1 << 34, digits: digits)
    }
    for fine in layouts {
      for other in layouts {
        let coarse = fine.widened(by: other)
        var recorded = HDRHistogram(layout: coarse)
        var source = HDRHistogram(layout: fine)
        for _ in 0..<50 {
          let value = chance.ofAnyMagnitude(bits: 34)
          source.record(value)
          recorded.record(value)
        }
        var merged = HDRHistogram(layout: coarse)
        merged.merge(source)
        #expect(merged == recorded, "\(fine.significantDigits) to \(coarse.significantDigits)")
      }
    }
  }

  @Test func `a coarser histogram merges into a finer one at the middle of its counters`() throws {
    var coarse = try HDRHistogram(highest: 1 << 20, digits: 1)
    coarse.record(1_000)
    var fine = try HDRHistogram(highest: 1 << 20, digits: 5)
    fine.merge(coarse)
    #expect(fine.countsAsText == "1008:1", "its counter holds 992 to 1,023")
    #expect(coarse.countsAsText == "1023:1")
  }

  @Test func `merging with widening clamps nothing`() throws {
    var small = try HDRHistogram(highest: 1_000, digits: 3)
    small.record(5)
    var large = try HDRHistogram(highest: 1 << 30, digits: 2)
    large.record(1 << 29)
    var clamping = small
    clamping.merge(large)
    #expect(clamping.clampedCount == 1 && clamping.max == 2_047)
    small.mergeWidening(large)
    #expect(small.clampedCount == 0)
    #expect(small.layout.significantDigits == 2 && small.totalCount == 2)
    #expect(small.count(atOrBelow: 5) == 1)
    #expect(small.max == large.max)
  }

  @Test func `what was clamped twice is told once`() throws {
    var wide = try HDRHistogram(highest: 1 << 20, digits: 2)
    wide.record(.max, count: 3)
    var sameEnd = try HDRHistogram(highest: 1 << 20, digits: 2)
    sameEnd.merge(wide)
    #expect(sameEnd.clampedCount == 3)
    var narrow = try HDRHistogram(highest: 1_000, digits: 2)
    narrow.merge(wide)
    #expect(narrow.clampedCount == 3 && narrow.totalCount == 3)
    var wider = try HDRHistogram(highest: 1 << 40, digits: 2)
    wider.merge(wide)
    #expect(wider.clampedCount == 3 && wider.max == wide.max)
  }

  @Test func `the earlier state taken from the later one leaves what came between`() {
    var chance = SeededValues(seed: 23)
    let earlier = chance.histogram(.minuteInMicroseconds, values: 100)
    let between = chance.histogram(.minuteInMicroseconds, values: 100)
    var later = earlier
    later.merge(between)
    later.subtract(earlier)
    #expect(later == between)
  }
}
