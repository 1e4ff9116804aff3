/// The answer with which a report opens, before any table.
public struct Answer: Hashable, Sendable {
  /// The answer to the question, with its interval, in one or two sentences.
  public let lead: String
  /// The inputs on which the answer rests most, and what would change it; `nil` where neither is
  /// known.
  public let basis: String?

  public init(_ lead: String, basis: String? = nil) {
    self.lead = lead
    self.basis = basis.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The paragraphs, the most important first.
  var paragraphs: [String] { [lead] + (basis.map { [$0] } ?? []) }
}
