public import GrowthloopFindings

/// The measurements on a book of one size.
public struct BookOutcome: Sendable {
  public let size: Int
  public private(set) var times: [OperationTimes] = []
  /// The memory of the book with its order and index, in bytes per contact.
  public var bytesPerContact = 0.0
  /// The size of the saved book, in bytes per contact.
  public var savedBytesPerContact = 0.0

  init(size: Int) { self.size = size }

  mutating func add(_ times: OperationTimes) { self.times.append(times) }

  /// Returns the gates of `plan` that apply to this size, judged.
  public func judged(by plan: ContactPlan) -> [JudgedGate] {
    plan.gatesInForce.filter { $0.concerns(size) }.flatMap { gate in
      times.filter { $0.operation == gate.operation }.map {
        gate.judged(by: $0, about: plan.sizesInForce.count > 1 ? "\(size) contacts" : nil)
      }
    }
  }
}
