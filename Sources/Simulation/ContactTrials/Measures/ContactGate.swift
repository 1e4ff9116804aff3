public import Gates

/// A limit that an operation is to keep: `keystroke p99 < 1ms at 10_000`.
public struct ContactGate: Hashable, Sendable {
  public let operation: ContactOperation
  /// From 1 to 100, which is the longest of all steps.
  public let percentile: Int
  public let nanoseconds: UInt64
  /// The size of the book that it is about; `nil` for every size.
  public let size: Int?
  public let description: String

  /// What a gate looks like.
  public static let example = "keystroke p99 < 1ms at 10_000"

  /// Reads a gate; `nil` if the text is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4 || words.count == 6, words[2] == "<",
      let operation = ContactOperation(rawValue: words[0]),
      let percentile = GateText.percentile(words[1]).flatMap({ Int(exactly: $0) }),
      let limit = GateText.nanoseconds(words[3])
    else { return nil }
    if words.count == 6 {
      guard words[4] == "at", let size = Int(words[5].filter { $0 != "_" }) else { return nil }
      self.size = size
    } else {
      size = nil
    }
    self.operation = operation
    self.percentile = percentile
    nanoseconds = limit
    description = words.joined(separator: " ")
  }

  /// Whether the gate is about books of that size.
  public func concerns(_ size: Int) -> Bool { self.size.map { $0 == size } ?? true }

  /// Returns whether `times` keep the limit.
  public func verdict(on times: OperationTimes) -> GateVerdict {
    let (low, _, high) = times.typical(Double(percentile))
    if high < nanoseconds { return .kept }
    return low >= nanoseconds ? .missed : .undecided
  }
}
