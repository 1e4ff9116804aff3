/// A structure that holds pending events and gives them back in exact order: by tick, then in the
/// order of insertion.
protocol PendingSet: SendableMetatype {
  /// Room for so many events at a time; a hint.
  init(capacity: Int)

  /// Ticks never lie before the last one taken.
  mutating func insert(_ event: UInt32, at tick: UInt64)

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)?

  /// Takes the first event and puts it back so much later.
  ///
  /// A structure that does both in one walk brings its own.
  mutating func holdFirst(adding increment: UInt64) -> (tick: UInt64, event: UInt32)?

  /// What is allocated for it.
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
