extension HDRHistogram {
  /// A counter that is not zero.
  public struct Bucket: Hashable, Sendable {
    /// The smallest value that is counted here.
    public let lowest: UInt64
    /// The largest value that is counted here.
    public let highest: UInt64
    /// The number of values recorded in this counter, at least 1.
    public let count: Int
    /// The number of values recorded here and below.
    public let cumulativeCount: Int

    /// The value in the middle, which represents all of them in a mean.
    public var median: UInt64 { lowest + (highest - lowest + 1) / 2 }
  }

  /// The counters that are not zero, in the order of their values.
  public struct Buckets: Sequence, IteratorProtocol, Sendable {
    let layout: Layout
    let counters: [Int]
    private var index = 0
    private var cumulativeCount = 0

    init(_ histogram: HDRHistogram) {
      layout = histogram.layout
      counters = histogram.counters
    }

    public mutating func next() -> Bucket? {
      while index < counters.count {
        defer { index += 1 }
        let count = counters[index]
        guard count > 0 else { continue }
        cumulativeCount += count
        return Bucket(
          lowest: layout.lowestValue(at: index), highest: layout.highestValue(at: index),
          count: count, cumulativeCount: cumulativeCount)
      }
      return nil
    }
  }

  /// The counters that are not zero, with their values and cumulative counts.
  ///
  /// Complexity: O(counters) for all of them.
  public var buckets: Buckets { Buckets(self) }
}
