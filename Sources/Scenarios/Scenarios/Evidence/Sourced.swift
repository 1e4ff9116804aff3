public import Diagnostics

/// A value with what it rests on.
public struct Sourced<Value: Sendable>: Sendable {
  public var value: Value
  /// Who says so.
  public var source: String?
  public var grade: EvidenceGrade?
  /// Where the value was written; `nil` if it holds by default.
  public var place: SourceRange?

  public init(
    _ value: Value, source: String? = nil, grade: EvidenceGrade? = nil, place: SourceRange? = nil
  ) {
    self.value = value
    self.source = source
    self.grade = grade
    self.place = place
  }
}

extension Sourced: Equatable where Value: Equatable {
  /// Compares value, source and grade, wherever they were written.
  public static func == (left: Sourced, right: Sourced) -> Bool {
    left.value == right.value && left.source == right.source && left.grade == right.grade
  }
}
