/// A structure that holds pending events and gives them back in exact order: by tick, then in the
/// order of insertion.
protocol PendingSet {
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

/// The HOLD model on a structure in Swift.
///
/// Generic, so that each structure gets a loop compiled for it.
final class PendingSetRun<Pending: PendingSet>: HoldRun {
  private var pending: Pending
  private let increments: [UInt64]
  private var done = 0
  private var checkSum = HoldCheckSum()

  init(_: Pending.Type, on workload: HoldWorkload) {
    pending = Pending(capacity: workload.firstTicks.count)
    increments = workload.increments
    for (event, tick) in workload.firstTicks.enumerated() {
      pending.insert(UInt32(event), at: tick)
    }
  }

  func hold(times: Int) -> UInt64 {
    let mask = increments.count - 1
    // In locals, so that the loop keeps them in registers.
    var sum = checkSum
    for hold in done..<done + times {
      guard let first = pending.holdFirst(adding: increments[hold & mask]) else { break }
      sum.take(first.event, at: first.tick)
    }
    checkSum = sum
    done += times
    return sum.value
  }

  var bytes: Int { pending.bytes }
}
