import Profiles
public import GrowthloopFindings

/// A limit on the time of an operation: `keystroke p99 < 1ms at 10_000`.
///
/// The limit `budget` is the time that the documents allow the operation.
public struct ContactGate: Hashable, Sendable {
  public let operation: ContactOperation
  /// The percentile, from 1 to 100; 100 is the longest of all steps.
  public let percentile: Int
  public let nanoseconds: UInt64
  /// The size of book that the gate applies to; `nil` for every size.
  public let size: Int?
  public let description: String
  /// The setting that a limit comes from; `nil` for a limit of the plan.
  public var origin: String?

  /// An example of a gate's text.
  public static let example = "keystroke p99 < 1ms at 10_000"

  /// Parses a gate; `nil` if the text is not one.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4 || words.count == 6, words[2] == "<",
      let operation = ContactOperation(rawValue: words[0]),
      let percentile = GateText.percentile(words[1]).flatMap({ Int(exactly: $0) }),
      let limit =
        words[3] == "budget"
        ? operation.budget?.nanoseconds : GateText.nanoseconds(words[3])
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

  /// Whether the gate applies to books of that size.
  public func concerns(_ size: Int) -> Bool { self.size.map { $0 == size } ?? true }

  /// Returns the verdict on the times of the steps.
  public func judged(by times: OperationTimes, about subject: String? = nil) -> JudgedGate {
    let (low, _, high) = times.typical(Double(percentile))
    let verdict: GateVerdict =
      high < nanoseconds ? .kept : low >= nanoseconds ? .missed : .undecided
    let about = [subject, origin].compactMap(\.self).joined(separator: ", ")
    return JudgedGate(
      description, about: about.isEmpty ? nil : about, times.measured(Double(percentile)),
      GateLimit(.below, Double(nanoseconds) / 1e6), verdict)
  }
}
