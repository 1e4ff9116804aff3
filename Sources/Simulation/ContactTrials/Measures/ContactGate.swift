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

  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("us", 1e3), ("ns", 1), ("s", 1e9),
  ]

  /// Reads a gate; `nil` if the text is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4 || words.count == 6, words[2] == "<",
      let operation = ContactOperation(rawValue: words[0]),
      let percentile = Self.percentile(words[1]), let limit = Self.time(words[3])
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

  private static func percentile(_ word: String) -> Int? {
    if word == "max" { return 100 }
    guard word.first == "p", let number = Int(word.dropFirst()) else { return nil }
    return (1...99).contains(number) ? number : nil
  }

  private static func time(_ word: String) -> UInt64? {
    guard let unit = units.first(where: { word.hasSuffix($0.name) }),
      let number = Double(word.dropLast(unit.name.count)), number > 0, number < 1e6
    else { return nil }
    return UInt64((number * unit.nanoseconds).rounded())
  }

  /// Whether the gate is about books of that size.
  public func concerns(_ size: Int) -> Bool { self.size.map { $0 == size } ?? true }

  /// What became of a gate.
  public enum Verdict: String, Sendable {
    case kept
    case missed
    /// The limit lies within what luck leaves open.
    case undecided
  }

  /// Returns whether `times` keep the limit.
  public func verdict(on times: OperationTimes) -> Verdict {
    let (low, _, high) = times.typical(Double(percentile))
    if high < nanoseconds { return .kept }
    return low >= nanoseconds ? .missed : .undecided
  }
}
