import Statistics
import Testing

@Suite("HDR histogram · coordinated omission")
struct HistogramOmissionTests {
  let empty = HDRHistogram(layout: .minuteInMicroseconds)

  static let stalls: [(UInt64, UInt64, String)] = [
    (UInt64(1_000), UInt64(100), "100:1 200:1 300:1 400:1 500:1 600:1 700:1 800:1 900:1 1000:1"),
    (250, 100, "150:1 250:1"), (199, 100, "199:1"), (200, 100, "100:1 200:1"), (100, 100, "100:1"),
    (99, 100, "99:1"), (1_000, 0, "1000:1"), (3, 1, "1:1 2:1 3:1"),
  ]

  @Test(arguments: stalls)
  func `a stall counts for those who would have waited in it`(
    value: UInt64, interval: UInt64, counts: String
  ) throws {
    var histogram = empty
    try histogram.record(value, correctedFor: interval)
    #expect(histogram.countsAsText == counts)
  }

  @Test func `counted by counter or one by one, the outcome is the same`() throws {
    var chance = SeededValues(seed: 31)
    for _ in 0..<60 {
      let value = chance.ofAnyMagnitude(bits: 28)
      let interval = Swift.max(value / 300, 1) + chance.next(below: 1 + value / 10)
      var corrected = empty
      try corrected.record(value, count: 2, correctedFor: interval)
      var singly = empty
      singly.record(value, count: 2)
      var missing = value
      while missing >= 2 * interval {
        missing -= interval
        singly.record(missing, count: 2)
      }
      #expect(corrected == singly, "\(value) every \(interval)")
    }
  }

  @Test func `correcting afterwards is correcting at once, where values have their own counter`()
    throws
  {
    var chance = SeededValues(seed: 32)
    var plain = empty
    var corrected = empty
    for _ in 0..<100 {
      let value = chance.next(below: 2_048)
      plain.record(value)
      try corrected.record(value, correctedFor: 50)
    }
    #expect(try plain.corrected(for: 50) == corrected)
    #expect(try plain.corrected(for: 0) == plain)
  }

  @Test func `a short interval takes no longer than there are counters`() throws {
    var histogram = empty
    try histogram.record(60_000_000, correctedFor: 1)
    #expect(histogram.totalCount == 60_000_000)
    #expect(histogram.value(atPercentile: 50) == 30_015_487)
  }

  @Test func `more than can be counted is refused, and nothing is counted`() throws {
    var histogram = try HDRHistogram(highest: UInt64(Int64.max), digits: 1)
    #expect(throws: HDRHistogram.CountOverflow.self) {
      try histogram.record(1 << 62, count: 3, correctedFor: 1)
    }
    #expect(histogram.isEmpty)
    histogram.record(1 << 62, count: 3)
    #expect(throws: HDRHistogram.CountOverflow.self) { try histogram.corrected(for: 1) }
  }
}
