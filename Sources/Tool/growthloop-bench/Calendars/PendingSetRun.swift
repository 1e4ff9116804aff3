/// The HOLD model on a structure in Swift.
///
/// It is generic, so that the compiler specializes a loop for each structure.
final class PendingSetRun<Pending: PendingSet>: HoldRun {
  private var pending: Pending
  private let increments: [UInt64]
  private var done = 0
  private var checkSum = HoldCheckSum()

  init(on workload: HoldWorkload) {
    pending = Pending(capacity: workload.firstTicks.count)
    increments = workload.increments
    for (event, tick) in workload.firstTicks.enumerated() {
      pending.insert(UInt32(event), at: tick)
    }
  }

  func hold(times: Int) -> UInt64 {
    let holds = done..<done + times
    done += times
    return Self.hold(holds, on: &pending, adding: increments, into: &checkSum)
  }

  // All state is passed by reference: each use of a property would be checked for exclusivity.
  private static func hold(
    _ holds: Range<Int>, on pending: inout Pending, adding increments: [UInt64],
    into checkSum: inout HoldCheckSum
  ) -> UInt64 {
    let mask = increments.count - 1
    for hold in holds {
      guard let first = pending.holdFirst(adding: increments[hold & mask]) else { break }
      checkSum.take(first.event, at: first.tick)
    }
    return checkSum.value
  }

  var bytes: Int { pending.bytes }
}
