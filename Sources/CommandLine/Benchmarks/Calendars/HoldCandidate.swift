/// A structure that takes part in the HOLD model.
public struct HoldCandidate: Sendable {
  public let name: String
  /// The largest set of pending events on which it is measured unless asked otherwise; a limit for
  /// those that would keep the table waiting for minutes.
  public let mostPending: Int
  let start: @Sendable (HoldWorkload) -> any HoldRun
}

extension HoldCandidate {
  /// The C++ loop that every other candidate is put in relation to.
  public static let yardstick = HoldCandidate(name: "C++ windows", mostPending: .max) {
    YardstickRun(.windows, on: $0)
  }

  /// The best that a heap can do.
  public static let heap = HoldCandidate(name: "C++ 4-ary heap", mostPending: .max) {
    YardstickRun(.heap, on: $0)
  }

  /// The kernel as a model meets it: its run loop with log and checks, not the calendar alone.
  public static let kernel = HoldCandidate(name: "kernel", mostPending: .max) { KernelRun(on: $0) }

  /// The yardstick, then all others in the order of the table.
  public static let all = [
    yardstick, kernel,
    heap,
    of(QuaternaryHeap.self, "4-ary heap"),
    of(BinaryHeap.self, "binary heap"),
    of(CalendarQueue.self, "calendar queue"),
    of(RadixHeap.self, "radix heap"),
    of(TimingWheel.self, "timing wheels"),
  ]

  static func of<Pending: PendingSet>(
    _: Pending.Type, _ name: String, mostPending: Int = 1_000_000
  ) -> HoldCandidate {
    HoldCandidate(name: name, mostPending: mostPending) { PendingSetRun<Pending>(on: $0) }
  }
}
