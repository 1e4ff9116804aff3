public import Vocabulary

/// The contents of the sections: places in the evaluated columns, the first card first.
public struct SectionContents: Hashable, Sendable {
  public enum AttentionItem: Hashable, Sendable {
    case conflict(Int)
    case suggestion(Int)
    /// The place of the contact.
    case incomplete(Int)
  }

  public enum UpcomingItem: Hashable, Sendable {
    /// The place of the contact.
    case birthday(Int, on: CivilDate)
    case reminder(Int, on: CivilDate)
  }

  /// The number of items of each kind, also of those without a card.
  public internal(set) var counts: [Int]
  public internal(set) var attention: [AttentionItem] = []
  public internal(set) var upcoming: [UpcomingItem] = []
  public internal(set) var recent: [Int] = []
  public internal(set) var enriched: [Int] = []
  public internal(set) var proposals: [Int] = []
  /// The number of pairs to review, without skipped ones.
  public internal(set) var suggestions = 0
  /// The number of items that wait for the user's decision: suggestions, skipped ones too, and
  /// conflicts.
  public internal(set) var undecided = 0
  /// The number of contacts with a name and neither number nor address.
  public internal(set) var incomplete = 0

  public func count(_ kind: SectionKind) -> Int { counts[Int(kind.rawValue)] }

  /// Returns the number of cards in the section.
  public func cards(_ kind: SectionKind) -> Int {
    switch kind {
    case .needsAttention: attention.count
    case .scoreChanged: count(.scoreChanged)
    case .upcoming: upcoming.count
    case .recentlyAdded: recent.count
    case .enrichmentUpdates: enriched.count
    case .suggestedCircles: proposals.count
    }
  }

  /// Returns the link to the items of the section without a card; `nil` if every one has a card.
  public func furtherLink(_ kind: SectionKind, in matters: SectionMatters) -> String? {
    let items = kind == .suggestedCircles ? matters.proposals.count : count(kind)
    return kind.furtherLink(items: items, cards: cards(kind))
  }
}
