import Vocabulary

/// Two entries that may be one person, and wait for someone to say so.
public struct MergeSuggestion: Hashable, Sendable, BitwiseCopyable {
  /// How sure the search is, from 0 to 1.
  public var confidence: Double
  /// Whether its card is put away until the app is launched again.
  public var isSkipped: Bool

  public init(confidence: Double, isSkipped: Bool = false) {
    self.confidence = confidence
    self.isSkipped = isSkipped
  }

  /// Whether someone is to look at it: the surer are merged unasked, the less sure left alone.
  public var needsReview: Bool { confidence >= 0.70 && confidence < 0.95 }
}

extension SectionRules {
  static let attention: [Rule] = [
    Rule("NAT-01", "Attention is for suggestions to review, conflicts and incomplete contacts."),
    Rule("NAT-05", "Two of them have a card in the section."),
    Rule("NAT-08", "Conflicts come first, then the surest suggestions, then the incomplete."),
  ]
}
