import Vocabulary

/// A card of Needs Attention, ready to be drawn.
public struct AttentionCard: Hashable, Sendable {
  /// The first line: both names, "Conflict:" and a name, or the name of an incomplete contact.
  public let title: String
  /// The second line: the evidence, or the field that differs; `nil` for an incomplete contact.
  public let line: String?
  /// The labels of the buttons, from left to right; empty for an incomplete contact.
  public let actions: [String]

  /// Returns the card of two entries that may be one person; `evidence` names shared fields:
  /// "Phone", "Email".
  public static func duplicate(
    _ first: String, _ second: String, confidence: Double, evidence: [String]
  ) -> AttentionCard {
    let percent = Int((confidence * 100).rounded())
    return AttentionCard(
      title: "\(first) <-> \(second)",
      line: "\(percent)% match - \(evidence.joined(separator: " + "))",
      actions: ["Merge", "Not Same", "Skip"])
  }

  /// Returns the card of two sources that disagree on a field.
  public static func conflict(
    _ name: String, field: String, between first: String, and second: String
  ) -> AttentionCard {
    AttentionCard(
      title: "Conflict: \(name)", line: "\(field) differs between \(first)/\(second)",
      actions: ConflictReview.Action.allCases.map(\.rawValue))
  }

  /// Returns the card of a contact with a name alone; the documents give it neither words nor
  /// actions.
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

/// Two entries that may be one person, for the user to decide.
public struct MergeSuggestion: Hashable, Sendable, BitwiseCopyable {
  /// The confidence of the search, from 0 to 1.
  public var confidence: Double
  /// Whether its card is skipped until the app is launched again.
  public var isSkipped: Bool

  /// Creates a suggestion of `confidence`, from 0 to 1, by default one that is not skipped.
  public init(confidence: Double, isSkipped: Bool = false) {
    self.confidence = confidence
    self.isSkipped = isSkipped
  }

  /// Whether the user should review it: surer pairs are merged unasked, less sure ones left alone.
  public var needsReview: Bool { confidence >= 0.70 && confidence < 0.95 }
}

extension SectionRules {
  static let attention: [Rule] = [
    Rule("NAT-01", "Attention is for suggestions to review, conflicts and incomplete contacts."),
    Rule("NAT-05", "Two of them have a card in the section."),
    Rule("NAT-08", "Conflicts come first, then the surest suggestions, then the incomplete."),
  ]
}
