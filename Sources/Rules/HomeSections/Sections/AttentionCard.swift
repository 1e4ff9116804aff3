import Vocabulary

/// A card of Needs Attention, ready to be drawn.
public struct AttentionCard: Hashable, Sendable {
  public let title: String
  public let line: String?
  public let actions: [String]

  /// Two entries that may be one person; `evidence` is what they share: "Phone", "Email".
  public static func duplicate(
    _ first: String, _ second: String, confidence: Double, evidence: [String]
  ) -> AttentionCard {
    let percent = Int((confidence * 100).rounded())
    return AttentionCard(
      title: "\(first) <-> \(second)",
      line: "\(percent)% match - \(evidence.joined(separator: " + "))",
      actions: ["Merge", "Not Same", "Skip"])
  }

  /// Two sources that tell a field differently.
  public static func conflict(
    _ name: String, field: String, between first: String, and second: String
  ) -> AttentionCard {
    AttentionCard(
      title: "Conflict: \(name)", line: "\(field) differs between \(first)/\(second)",
      actions: ConflictReview.Action.allCases.map(\.rawValue))
  }

  /// A contact with a name alone, for which the documents have neither words nor actions.
  public static func incomplete(_ name: String) -> AttentionCard {
    AttentionCard(title: name, line: nil, actions: [])
  }
}

extension SectionRules {
  static let attentionCards: [Rule] = [
    Rule("NAT-07", "There are three cards: a duplicate, a conflict, an incomplete contact."),
    Rule("NAT-09", "\"John Smith <-> Jon Smith\", \"92% match - Phone + Email\", three buttons."),
    Rule("NAT-10", "\"Conflict: Alex Johnson\", \"Name differs between Phone/Rin\", its buttons."),
    Rule("NAT-16", "The card of an incomplete contact is its name."),
  ]
}
