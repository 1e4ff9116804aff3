/// A point in simulated time, mapped to an integer that a calendar can divide into windows.
public protocol SimulationTime: Comparable, BitwiseCopyable, Sendable {
  /// The position in the order of times: smaller for every earlier time, equal only for equal
  /// times.
  ///
  /// `UInt64.max` is reserved for "never", at which nothing happens.
  var tick: UInt64 { get }

  /// Creates the time at `tick`, which must be the tick of a time.
  init(tick: UInt64)
}

extension Int64: SimulationTime {
  /// The number with its sign bit inverted, so that negative ones come first; `Int64.max` is never.
  @inlinable
  public var tick: UInt64 { UInt64(bitPattern: self) ^ (1 << 63) }

  /// Creates the number whose `tick` this is.
  @inlinable
  public init(tick: UInt64) { self = Int64(bitPattern: tick ^ (1 << 63)) }
}

extension Double: SimulationTime {
  /// The bits of the number, reordered so that they sort as the numbers do; NaN is never.
  @inlinable
  public var tick: UInt64 {
    if isNaN { return .max }
    // Adding zero turns −0 into 0, which equals it.
    let bits = (self + 0).bitPattern
    return bits >> 63 == 0 ? bits | (1 << 63) : ~bits
  }

  /// Creates the number whose `tick` this is; a zero is positive.
  @inlinable
  public init(tick: UInt64) {
    self = Double(bitPattern: tick >> 63 == 1 ? tick & ~(1 << 63) : ~tick)
  }
}
