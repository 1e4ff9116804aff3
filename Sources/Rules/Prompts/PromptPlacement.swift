import Vocabulary

/// The sections of the home tab that can stand above a prompt card, and whether they are active.
public struct SectionsAbove: Hashable, Sendable, BitwiseCopyable {
  /// Whether the section "Needs Attention" is active, the highest of the three.
  public var needsAttention: Bool
  /// Whether the section "Score Changed" is active.
  public var scoreChanged: Bool
  /// Whether the section "Upcoming" is active.
  public var upcoming: Bool

  /// Creates the sections above a card, by default none active.
  public init(needsAttention: Bool = false, scoreChanged: Bool = false, upcoming: Bool = false) {
    self.needsAttention = needsAttention
    self.scoreChanged = scoreChanged
    self.upcoming = upcoming
  }

  /// All three sections.
  public static let all = SectionsAbove(needsAttention: true, scoreChanged: true, upcoming: true)
}

/// The place of a prompt card in the home tab.
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
    var index = above.needsAttention ? 1 : 0
    if cardPosition == .afterUpcoming {
      index += (above.scoreChanged ? 1 : 0) + (above.upcoming ? 1 : 0)
    }
    let isHidden = cardCountsTowardSectionLimit == true && index >= Self.visibleSections
    return PromptPlacement(index: index, isHidden: isHidden)
  }

  /// Returns whether a card would be behind the link to more, and so not shown.
  public func hidesCard(below above: SectionsAbove) -> Bool {
    // Most members have no section above the card, which hides nothing.
    guard above.needsAttention || above.scoreChanged || above.upcoming else { return false }
    return placement(below: above)?.isHidden ?? false
  }
}

extension PromptRules {
  static let placement: [Rule] = [
    Rule("PRM-14", "The card stands below Needs Attention and above Recently Added."),
    Rule("CNF-41", "Of the places that satisfy both documents the card takes the lowest."),
  ]
}
