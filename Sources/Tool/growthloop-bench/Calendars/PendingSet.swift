/// A structure that returns pending events in exact order: by tick, then by insertion.
protocol PendingSet: SendableMetatype {
  /// Creates an empty set with room for `capacity` events; a hint.
  init(capacity: Int)

  /// Inserts an event, whose tick is never before the last one removed.
  mutating func insert(_ event: UInt32, at tick: UInt64)

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)?

  /// Removes the first event and inserts it again, `increment` ticks later.
  ///
  /// A structure that does both in one pass implements its own.
  mutating func holdFirst(adding increment: UInt64) -> (tick: UInt64, event: UInt32)?

  /// The allocated bytes.
  var bytes: Int { get }
}

extension PendingSet {
  @inline(__always)
  mutating func holdFirst(adding increment: UInt64) -> (tick: UInt64, event: UInt32)? {
    guard let first = takeFirst() else { return nil }
    insert(first.event, at: first.tick + increment)
    return first
  }
}
