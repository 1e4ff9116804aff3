import Statistics

extension Benchmark {
  /// Benchmarks of the load generator's histogram.
  public static let histogram: [Benchmark] = [record, merge, percentile, write, read]

  /// Latencies from a microsecond to some seconds, log-uniform.
  private static let latencies: [UInt64] = (0..<1_024).map { number -> UInt64 in
    let bits = UInt64(number % 22)
    return 1 << bits + UInt64(number * 7_919) % (1 << bits)
  }

  private static let filled: HDRHistogram = {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for latency in latencies { histogram.record(latency) }
    return histogram
  }()

  /// Benchmarks recording; it also allocates the 139 kB of counters, once for all records.
  private static let record = Benchmark(
    "histogram: recording one value", promised: 4, allocatesNothing: false
  ) { times in
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    let values = latencies.span
    for turn in 0..<times { histogram.record(values[turn & 1_023]) }
    return UInt64(histogram.totalCount)
  }

  private static let merge = Benchmark(
    "histogram: merging 17,408 counters, per counter", allocatesNothing: false
  ) { times in
    var sum = HDRHistogram(layout: .minuteInMicroseconds)
    let part = filled
    for _ in 0..<max(1, times / part.layout.counterCount) { sum.merge(part) }
    return UInt64(sum.totalCount)
  }

  private static let percentile = Benchmark(
    "histogram: finding a percentile, per counter", allocatesNothing: false
  ) { times in
    var sum: UInt64 = 0
    for _ in 0..<max(1, times / filled.layout.counterCount) {
      sum &+= filled.value(atPercentile: 99.9) ?? 0
    }
    return sum
  }

  private static let write = Benchmark(
    "histogram: compressing 17,408 counters, per counter", allocatesNothing: false
  ) { times in
    var sum: UInt64 = 0
    for _ in 0..<max(1, times / filled.layout.counterCount) {
      sum &+= UInt64(filled.compressed().count)
    }
    return sum
  }

  private static let read: Benchmark = {
    let bytes = filled.compressed()
    return Benchmark(
      "histogram: reading 17,408 compressed counters, per counter", allocatesNothing: false
    ) { times in
      var sum: UInt64 = 0
      for _ in 0..<max(1, times / filled.layout.counterCount) {
        sum &+= UInt64((try? HDRHistogram(decoding: bytes))?.totalCount ?? 0)
      }
      return sum
    }
  }()
}
