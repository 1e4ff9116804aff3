/// The reason why a layout is impossible.
public enum LayoutError: Error, Hashable, CustomStringConvertible {
  /// The lowest discernible value is not from 1 to 2^62 − 1.
  case lowest(UInt64)
  /// The highest trackable value is not from twice the lowest discernible one to 2^63 − 1.
  case highest(UInt64, lowest: UInt64)
  /// The number of significant digits is not from 1 to 5.
  case digits(Int)
  /// The lowest discernible value is so large that the digits have no room above it.
  case noRoom(lowest: UInt64, digits: Int)

  public var description: String {
    switch self {
    case .lowest(let value):
      "the lowest discernible value must be from 1 to \(Int64.max / 2), not \(value)"
    case .highest(let value, let lowest):
      "the highest trackable value must be at least twice the lowest discernible (\(lowest)) "
        + "and at most \(Int64.max), not \(value)"
    case .digits(let digits):
      "the significant digits must be from 1 to 5, not \(digits)"
    case .noRoom(let lowest, let digits):
      "\(digits) significant digits have no room above a lowest discernible value of \(lowest)"
    }
  }
}

extension HDRHistogram {
  /// The grid of counters: the range of values of each, and their number.
  ///
  /// Up to a first limit every unit has a counter; from there the counters double their width with
  /// every power of two, so that a value is known to within 10 to the power of −digits of itself.
  /// The grid is that of Gil Tene's HdrHistogram (2012), counter by counter.
  public struct Layout: Hashable, Sendable {
    /// The smallest value that is distinguished from zero, from 1 on.
    public let lowestDiscernibleValue: UInt64
    /// The value up to which there are counters at least; the grid ends at the next power of two.
    public let highestTrackableValue: UInt64
    /// The number of significant decimal digits, from 1 to 5.
    public let significantDigits: Int
    /// The number of counters, of 8 bytes each.
    public let counterCount: Int

    /// The binary logarithm of the narrowest counter's width.
    @usableFromInline let unitMagnitude: Int
    /// The binary logarithm of the number of counters of each power of two.
    @usableFromInline let halfMagnitude: Int
    /// The bits that the first counters distinguish.
    @usableFromInline let firstBits: UInt64
    /// The leading zero bits of the first value beyond them, and one.
    @usableFromInline let leadingZeroBase: Int

    /// The greatest number of counters of any layout: 1 to 2^63 − 1 at 5 digits, 49 MB.
    public static let mostCounters = 6_160_384

    /// From 1 to 60,000,000 at 3 digits, as for latencies of up to a minute in microseconds: 139 kB.
    public static let minuteInMicroseconds = Layout(
      unchecked: 1, highest: 60_000_000, digits: 3)

    /// Creates counters for values from zero to `highest`.
    ///
    /// - Throws: `LayoutError` where `lowest` is not in 1 ..< 2^62, `highest` not in 2 · `lowest`
    ///   ..< 2^63, `digits` not in 1 ... 5, or where `lowest` is so large that the digits have no
    ///   room above it.
    public init(lowest: UInt64 = 1, highest: UInt64, digits: Int) throws(LayoutError) {
      guard (1...UInt64(Int64.max / 2)).contains(lowest) else { throw .lowest(lowest) }
      guard highest >= 2 * lowest, highest <= Int64.max else {
        throw .highest(highest, lowest: lowest)
      }
      guard (1...5).contains(digits) else { throw .digits(digits) }
      self.init(unchecked: lowest, highest: highest, digits: digits)
      guard halfMagnitude + 1 + unitMagnitude <= 62 else {
        throw .noRoom(lowest: lowest, digits: digits)
      }
    }

    private init(unchecked lowest: UInt64, highest: UInt64, digits: Int) {
      lowestDiscernibleValue = lowest
      highestTrackableValue = highest
      significantDigits = digits
      unitMagnitude = 63 - lowest.leadingZeroBitCount
      // Twice 10^digits values need a counter each, rounded up to a power of two.
      let apart = 2 * [1, 10, 100, 1_000, 10_000, 100_000][digits]
      halfMagnitude = Int.bitWidth - (apart - 1).leadingZeroBitCount - 1
      firstBits = ((2 << UInt64(halfMagnitude)) - 1) << UInt64(unitMagnitude)
      leadingZeroBase = 63 - unitMagnitude - halfMagnitude
      let magnitude = 64 - highest.leadingZeroBitCount
      let powers = Swift.max(0, magnitude - unitMagnitude - halfMagnitude - 1)
      counterCount = (powers + 2) << halfMagnitude
    }

    /// Returns the layout into which histograms of both merge as if recorded there.
    ///
    /// It has the coarser resolution and the wider range of the two.
    public func widened(by other: Layout) -> Layout {
      Layout(
        unchecked: Swift.max(lowestDiscernibleValue, other.lowestDiscernibleValue),
        highest: Swift.max(highestTrackableValue, other.highestTrackableValue),
        digits: Swift.min(significantDigits, other.significantDigits))
    }

    /// Returns whether equal indices mean equal values in both; one may end before the other.
    func sharesGrid(with other: Layout) -> Bool {
      unitMagnitude == other.unitMagnitude && halfMagnitude == other.halfMagnitude
    }
  }
}

// MARK: From values to counters and back

extension HDRHistogram.Layout {
  /// Returns the index of the counter of `value`; beyond the last for a value that is too large.
  @inlinable
  func index(of value: UInt64) -> Int {
    let power = leadingZeroBase &- (value | firstBits).leadingZeroBitCount
    return (power &<< halfMagnitude)
      &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: power &+ unitMagnitude))
  }

  /// Returns the smallest value of a counter, or the first value beyond the last one.
  func lowestValue(at index: Int) -> UInt64 {
    let power = Swift.max(0, (index >> halfMagnitude) - 1)
    return UInt64(index - (power << halfMagnitude)) << UInt64(power + unitMagnitude)
  }

  /// Returns the number of values that share a counter: a power of two.
  func width(at index: Int) -> UInt64 {
    1 << UInt64(Swift.max(0, (index >> halfMagnitude) - 1) + unitMagnitude)
  }

  /// Returns the largest value of a counter.
  func highestValue(at index: Int) -> UInt64 { lowestValue(at: index) + width(at: index) - 1 }

  /// Returns the value in the middle of a counter, which represents all of its values.
  func medianValue(at index: Int) -> UInt64 { lowestValue(at: index) + width(at: index) / 2 }
}
