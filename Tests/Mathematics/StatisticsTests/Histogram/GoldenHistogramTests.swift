import Testing

@testable import Statistics

@Suite("HDR histogram · the same as elsewhere")
struct GoldenHistogramTests {
  @Test(arguments: [GoldenLog.java, GoldenLog.python])
  func `a log from elsewhere is read whole, with its counts`(log: GoldenLog) {
    #expect(log.mistakes.isEmpty)
    #expect(log.intervals.count == (log.description == "java" ? 25 : 14))
    for (name, histogram, facts) in log.cases {
      let layout = histogram.layout
      for fact in facts {
        switch fact.name {
        case "layout":
          let text = "\(layout.lowestDiscernibleValue) \(layout.highestTrackableValue)"
          #expect("\(text) \(layout.significantDigits)" == fact.value, "\(name)")
        case "count": #expect("\(histogram.totalCount)" == fact.value, "\(name)")
        case "counts": #expect(histogram.countsAsText == fact.value, "\(name)")
        default: continue
        }
      }
    }
  }

  @Test func `extremes, moments and percentiles are those of Java, to the bit`() {
    var checked = 0
    for (name, histogram, facts) in GoldenLog.java.cases where !histogram.isEmpty {
      for fact in facts {
        switch fact.name {
        case "min": #expect(histogram.min.map(String.init) == fact.value, "\(name)")
        case "max": #expect(histogram.max.map(String.init) == fact.value, "\(name)")
        case "mean": #expect(histogram.mean == GoldenLog.Fact.number(fact.value), "\(name)")
        case "deviation":
          #expect(histogram.standardDeviation == GoldenLog.Fact.number(fact.value), "\(name)")
        case "percentile":
          let percentile = GoldenLog.Fact.number(fact.argument)
          let value = histogram.value(atPercentile: percentile)
          #expect(value.map(String.init) == fact.value, "\(name), p\(percentile)")
        case "atOrBelow":
          let share = histogram.percentile(atOrBelow: UInt64(fact.argument) ?? 0)
          #expect(share == GoldenLog.Fact.number(fact.value), "\(name), \(fact.argument)")
        default: continue
        }
        checked += 1
      }
    }
    // 21 histograms with 19 percentiles, 3 of 5 digits with 5 of them.
    #expect(checked == 21 * (4 + 2 * 19) + 3 * (4 + 2 * 5))
  }

  @Test func `correction for omission adds what Java adds`() throws {
    var checked = 0
    for (name, histogram, facts) in GoldenLog.java.cases {
      for fact in facts where fact.name == "corrected" {
        let interval = UInt64(fact.argument) ?? 0
        let corrected = try histogram.corrected(for: interval)
        var sum: UInt64 = 0
        for bucket in corrected.buckets {
          sum = sum &* 31 &+ bucket.highest &* 7 &+ UInt64(bucket.count)
        }
        let found = "\(corrected.totalCount) \(String(sum, radix: 16))"
        #expect(found == fact.value, "\(name) every \(interval)")
        checked += 1
      }
    }
    #expect(checked > 50)
  }

  @Test func `the encoding is that of Java, byte by byte`() {
    for (name, histogram, facts) in GoldenLog.java.cases {
      for fact in facts where fact.name == "encoding" {
        let bytes = histogram.encoded()
        let sum = bytes.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        #expect("\(bytes.count) \(String(sum, radix: 16))" == fact.value, "\(name)")
      }
    }
  }

  @Test func `values at ranks are those of Python`() {
    var checked = 0
    for (name, histogram, facts) in GoldenLog.python.cases {
      for fact in facts where fact.name == "atRank" {
        let value = histogram.value(atRank: Int(fact.argument) ?? 0)
        #expect("\(value)" == fact.value, "\(name), rank \(fact.argument)")
        checked += 1
      }
    }
    #expect(checked == 13 * 17)
  }

  @Test(arguments: ["lognormal-3", "uniform-1", "empty"])
  func `the percentile table is that of Java, to the letter`(name: String) throws {
    let histogram = try #require(GoldenLog.java.histogram(name))
    #expect(histogram.percentileTable(per: 1_000) == GoldenLog.text("\(name).hgrm"))
  }
}
