/// The answer with which a report opens, before any table.
public struct ReportAnswer: Hashable, Sendable {
  /// The answer to the question, with its interval, a paragraph a line.
  public let lead: String
  /// The inputs on which the answer rests most; `nil` where they are not known.
  public let basis: String?
  /// The change that would move the answer most; `nil` where none is known.
  public let change: String?

  public init(_ lead: String, basis: String? = nil, change: String? = nil) {
    self.lead = lead
    self.basis = basis.flatMap { $0.isEmpty ? nil : $0 }
    self.change = change
  }

  /// The paragraphs of the lead.
  var leads: [String] { lead.split(separator: "\n").map(String.init) }

  /// What it rests on and what would change it, as one paragraph.
  var ground: String? {
    let parts = [basis, change].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// All paragraphs, the most important first.
  var paragraphs: [String] { leads + [ground].compactMap(\.self) }
}
