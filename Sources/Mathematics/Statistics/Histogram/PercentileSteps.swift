/// The levels at which a percentile table reports, denser toward 100: so many for every halving of
/// the distance.
///
/// The levels and the values at them are those of HdrHistogram's percentile iterator for Java.
public struct PercentileSteps: Sequence, IteratorProtocol, Sendable {
  /// One line of a percentile table.
  public struct Step: Hashable, Sendable {
    /// The requested level, from 0 to 100.
    public let percentile: Double
    /// The largest value of the first counter in use that reaches the level.
    public let value: UInt64
    /// The number of values recorded up to it.
    public let cumulativeCount: Int
  }

  private let total: Int
  private let ticksPerHalfDistance: Int
  private var buckets: HDRHistogram.Buckets
  private var bucket: HDRHistogram.Bucket?
  private var level = 0.0
  private var isAtEnd = false

  init(_ histogram: HDRHistogram, ticksPerHalfDistance: Int) {
    precondition(
      (1...1_000).contains(ticksPerHalfDistance),
      "from 1 to 1,000 steps for a halving of the distance, not \(ticksPerHalfDistance)")
    total = histogram.totalCount
    self.ticksPerHalfDistance = ticksPerHalfDistance
    buckets = histogram.buckets
    bucket = buckets.next()
  }

  public mutating func next() -> Step? {
    while let current = bucket {
      if 100 * Double(current.cumulativeCount) / Double(total) >= level {
        let step = Step(
          percentile: level, value: current.highest, cumulativeCount: current.cumulativeCount)
        if current.cumulativeCount == total {
          // The last counter reports once at the level that is due, and once more at 100.
          if isAtEnd { bucket = nil }
          isAtEnd = true
          level = 100
        } else {
          // The whole halvings so far: the binary exponent of 100 / distance.
          let halvings = (100 / (100 - level)).exponent
          let ticks = Double(
            sign: .plus, exponent: halvings + 1, significand: Double(ticksPerHalfDistance))
          let above = level + 100 / ticks
          // So close to 100 that no Double lies between: only the last counter remains. This
          // happens only beyond 2^50 values, where the Java iterator never ends.
          let isNearest = above <= level || above >= 100
          level = isNearest ? 100 : above
          while isNearest, let next = bucket, next.cumulativeCount < total {
            bucket = buckets.next()
          }
        }
        return step
      }
      bucket = buckets.next()
    }
    return nil
  }
}

extension HDRHistogram {
  /// The steps of a percentile table.
  public func percentileSteps(ticksPerHalfDistance: Int = 5) -> PercentileSteps {
    PercentileSteps(self, ticksPerHalfDistance: ticksPerHalfDistance)
  }
}
