/// A point in simulated time, with its place in an order that a calendar can cut into windows.
public protocol SimulationTime: Comparable, BitwiseCopyable, Sendable {
  /// The place in the order of times: smaller for every earlier time, equal only for equal times.
  ///
  /// `UInt64.max` is kept for "never": nothing happens then.
  var tick: UInt64 { get }

  /// The time at `tick`, which came from a time.
  init(tick: UInt64)
}

extension Int64: SimulationTime {
  @inlinable
  public var tick: UInt64 { UInt64(bitPattern: self) ^ (1 << 63) }

  @inlinable
  public init(tick: UInt64) { self = Int64(bitPattern: tick ^ (1 << 63)) }
}

extension Double: SimulationTime {
  /// The bits of the number, turned so that they sort as the numbers do; NaN is never.
  @inlinable
  public var tick: UInt64 {
    if isNaN { return .max }
    // Adding zero turns −0 into 0, which equals it.
    let bits = (self + 0).bitPattern
    return bits >> 63 == 0 ? bits | (1 << 63) : ~bits
  }

  @inlinable
  public init(tick: UInt64) {
    self = Double(bitPattern: tick >> 63 == 1 ? tick & ~(1 << 63) : ~tick)
  }
}
