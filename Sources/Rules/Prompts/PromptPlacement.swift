import Vocabulary

/// The active sections of the home tab that can stand above a prompt card.
public struct SectionsAbove: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The section "Needs Attention", the highest of the three.
  public static let needsAttention = SectionsAbove(rawValue: 1)
  /// The section "Score Changed".
  public static let scoreChanged = SectionsAbove(rawValue: 1 << 1)
  /// The section "Upcoming".
  public static let upcoming = SectionsAbove(rawValue: 1 << 2)

  /// All three sections.
  public static let all: SectionsAbove = [.needsAttention, .scoreChanged, .upcoming]
}

/// The place of a prompt card in the home tab.
///
/// An app needs it to place the card among the sections of the home tab.
public struct PromptPlacement: Hashable, Sendable, BitwiseCopyable {
  /// The number of cards above it.
  public let index: Int
  /// Whether it is behind the link to more sections; such a card has not been shown.
  public let isHidden: Bool
}

extension PromptPolicy {
  /// The number of sections that the home tab shows before its list.
  public static let visibleSections = 3

  /// Returns the place of a card among active sections; `nil` where prompts are not cards.
  public func placement(below above: SectionsAbove) -> PromptPlacement? {
    guard surface == .homeCard, let cardPosition else { return nil }
    let standing = cardPosition == .afterUpcoming ? above : above.intersection(.needsAttention)
    let index = standing.rawValue.nonzeroBitCount
    let isHidden = cardCountsTowardSectionLimit == true && index >= Self.visibleSections
    return PromptPlacement(index: index, isHidden: isHidden)
  }

  /// Returns whether a card would be behind the link to more, and so not shown.
  public func hidesCard(below above: SectionsAbove) -> Bool {
    // Most members have no section above the card, which hides nothing.
    !above.isEmpty && placement(below: above)?.isHidden == true
  }
}

extension PromptRules {
  static let placement: [Rule] = [
    Rule("PRM-14", "The card stands below Needs Attention and above Recently Added."),
    Rule("CNF-41", "Of the places that satisfy both documents the card takes the lowest."),
  ]
}
