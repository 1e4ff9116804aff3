public import Vocabulary

/// What the sections hold: places in what was handed in, the first card first.
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

  /// How many items each kind has in all, also those without a card.
  public internal(set) var counts: [Int]
  public internal(set) var attention: [AttentionItem] = []
  public internal(set) var upcoming: [UpcomingItem] = []
  public internal(set) var recent: [Int] = []
  public internal(set) var enriched: [Int] = []
  public internal(set) var proposals: [Int] = []
  /// How many pairs are to be reviewed, without those that are put away.
  public internal(set) var suggestions = 0
  /// What waits for a decision of the user: suggestions, skipped ones too, and conflicts.
  public internal(set) var undecided = 0
  /// How many contacts have a name and no way to reach them.
  public internal(set) var incomplete = 0

  public func count(_ kind: SectionKind) -> Int { counts[Int(kind.rawValue)] }

  /// How many cards the section has room for.
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

  /// The link to the items of the section that have no card; `nil` if every one has.
  public func furtherLink(_ kind: SectionKind, in matters: SectionMatters) -> String? {
    let items = kind == .suggestedCircles ? matters.proposals.count : count(kind)
    return kind.furtherLink(items: items, cards: cards(kind))
  }
}
