/// A point in simulated time, with its place in an order that a calendar can cut into windows.
public protocol SimulationTime: Comparable, BitwiseCopyable, Sendable {
  /// The place in the order of times: smaller for every earlier time, equal only for equal times.
  var tick: UInt64 { get }

  /// The time at `tick`, which came from a time.
  init(tick: UInt64)
}
