extension HDRHistogram {
  /// The smallest value of the first counter in use; `nil` for an empty histogram.
  public var min: UInt64? {
    counters.firstIndex { $0 > 0 }.map { layout.lowestValue(at: $0) }
  }

  /// The largest value of the last counter in use; `nil` for an empty histogram.
  public var max: UInt64? {
    counters.lastIndex { $0 > 0 }.map { layout.highestValue(at: $0) }
  }

  /// The mean, every value taken as the middle of its counter; `nil` for an empty histogram.
  public var mean: Double? {
    guard total > 0 else { return nil }
    var sum = 0.0
    for bucket in buckets { sum += Double(bucket.median) * Double(bucket.count) }
    return sum / Double(total)
  }

  /// The standard deviation of the values, with n in the denominator; `nil` for an empty histogram.
  public var standardDeviation: Double? {
    guard let mean else { return nil }
    var sum = 0.0
    for bucket in buckets {
      let deviation = Double(bucket.median) - mean
      sum += deviation * deviation * Double(bucket.count)
    }
    return (sum / Double(total)).squareRoot()
  }
}
