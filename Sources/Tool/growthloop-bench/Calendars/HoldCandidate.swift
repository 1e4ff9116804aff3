/// A data structure that takes part in the HOLD model.
public struct HoldCandidate: Sendable {
  public let name: String
  /// The default limit of pending events; it excludes sizes that take the candidate minutes.
  public let mostPending: Int
  let start: @Sendable (HoldWorkload) -> any HoldRun
}

extension HoldCandidate {
  /// The C++ loop to which every other candidate is compared.
  public static let yardstick = HoldCandidate(name: "C++ windows", mostPending: .max) {
    YardstickRun(.windows, on: $0)
  }

  /// A C++ heap, the lower bound for the cost of any heap.
  public static let heap = HoldCandidate(name: "C++ 4-ary heap", mostPending: .max) {
    YardstickRun(.heap, on: $0)
  }

  /// The kernel as a model uses it: its run loop with log and checks, not the calendar alone.
  public static let kernel = HoldCandidate(name: "kernel", mostPending: .max) { KernelRun(on: $0) }

  /// The yardstick, then all others in the table's order.
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
