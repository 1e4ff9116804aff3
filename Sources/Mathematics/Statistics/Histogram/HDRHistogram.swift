/// Counts of values over a wide range, each value known to a fixed number of decimal digits.
///
/// Gil Tene's HdrHistogram (2012), with its counters, percentiles and encodings. Recording takes a
/// few nanoseconds and allocates nothing; the size depends on the layout, never on the number of
/// values. Values are whole numbers of a unit of the caller's choice.
///
/// A value beyond the last counter is counted in the last one, so that every rank stays correct,
/// and in `clampedCount`. Where that is not zero, the largest values are lower bounds.
public struct HDRHistogram: Hashable, Sendable {
  /// The grid of the counters.
  public let layout: Layout
  @usableFromInline var counters: [Int]
  @usableFromInline var total = 0
  @usableFromInline var clamped = 0

  /// Creates an empty histogram.
  public init(layout: Layout) {
    self.layout = layout
    counters = [Int](repeating: 0, count: layout.counterCount)
  }

  /// Creates an empty histogram for values from zero to `highest`.
  public init(lowest: UInt64 = 1, highest: UInt64, digits: Int) throws(LayoutError) {
    self.init(layout: try Layout(lowest: lowest, highest: highest, digits: digits))
  }

  /// The number of recorded values, including those beyond the last counter.
  public var totalCount: Int { total }

  /// The number of values beyond the last counter; an encoding does not contain this number.
  public var clampedCount: Int { clamped }

  /// Whether no value is recorded, not even one beyond the last counter.
  public var isEmpty: Bool { total == 0 }

  /// Counts `value`, `count` times.
  ///
  /// All counts together stay below 2^63.
  ///
  /// - Complexity: O(1); copies the counters first where another value shares them.
  @inlinable
  public mutating func record(_ value: UInt64, count: Int = 1) {
    precondition(count >= 0, "a value cannot be recorded \(count) times")
    let index = layout.index(of: value)
    total += count
    if index < counters.count {
      // No counter exceeds their sum, which has just been checked.
      counters[index] &+= count
    } else {
      clamp(count)
    }
  }

  /// Counts values beyond the last counter; the total contains them already.
  @usableFromInline
  mutating func clamp(_ count: Int) {
    counters[counters.count - 1] += count
    clamped += count
  }

  /// Removes all recorded values, and keeps the memory.
  public mutating func removeAll() {
    for index in counters.indices { counters[index] = 0 }
    total = 0
    clamped = 0
  }
}
