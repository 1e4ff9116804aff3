public import Diagnostics

/// A number that a scenario's behaviour rests on, for the list of what is founded and what assumed.
public struct Parameter: Sendable {
  /// The dotted name.
  public let name: String
  /// The value as a file spells it.
  public let value: String
  /// What it means, in a sentence.
  public let meaning: String
  public let source: String?
  public let grade: EvidenceGrade?
  /// Where the value was written; `nil` if it holds by default.
  public let place: SourceRange?

  /// Whether nothing but an assumption stands behind it: the grade D, or none.
  public var isAssumed: Bool { grade == nil || grade == .d }
}
