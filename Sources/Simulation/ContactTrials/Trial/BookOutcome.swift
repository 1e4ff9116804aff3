public import Gates

/// What was measured in a book of one size.
public struct BookOutcome: Sendable {
  public let size: Int
  public private(set) var times: [OperationTimes] = []
  /// The memory of the book with its order and index, by contact.
  public var bytesPerContact = 0.0
  /// The bytes of the saved book, by contact.
  public var savedBytesPerContact = 0.0

  init(size: Int) { self.size = size }

  mutating func add(_ times: OperationTimes) { self.times.append(times) }

  /// The gates of `plan` that this size is concerned by, each with its verdict.
  public func verdicts(
    of plan: ContactPlan
  ) -> [(gate: ContactGate, times: OperationTimes, verdict: GateVerdict)] {
    plan.gates.filter { $0.concerns(size) }.flatMap { gate in
      times.filter { $0.operation == gate.operation }.map { (gate, $0, gate.verdict(on: $0)) }
    }
  }
}
