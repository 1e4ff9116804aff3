public import Vocabulary

/// The contents of the sections: places in the evaluated columns, the first card first.
public struct SectionContents: Hashable, Sendable {
  /// An item of Needs Attention, by its place in the evaluated input.
  public enum AttentionItem: Hashable, Sendable {
    /// The place of the conflict among the unresolved ones, from 0.
    case conflict(Int)
    /// The place of the pair in ``SectionMatters/suggestions``.
    case suggestion(Int)
    /// The place of the contact.
    case incomplete(Int)
  }

  /// An event of Upcoming, by its place in the evaluated input, with its day.
  public enum UpcomingItem: Hashable, Sendable {
    /// The place of the contact.
    case birthday(Int, on: CivilDate)
    /// The place in ``SectionMatters/reminders``, and the due day where the user lives.
    case reminder(Int, on: CivilDate)
  }

  /// The number of items of each kind, also of those without a card.
  public internal(set) var counts: [Int]
  /// The cards of Needs Attention, at most two: conflicts, then the surest pairs, then incomplete
  /// contacts.
  public internal(set) var attention: [AttentionItem] = []
  /// The cards of Upcoming, at most three, the soonest first.
  public internal(set) var upcoming: [UpcomingItem] = []
  /// The places of the contacts with a card in Recently Added, at most twenty, the newest first.
  public internal(set) var recent: [Int] = []
  /// The places of the contacts with a card in Enrichment Updates, at most two, the newest first.
  public internal(set) var enriched: [Int] = []
  /// The places in ``SectionMatters/proposals`` of those with a card, at most two, the largest
  /// first.
  public internal(set) var proposals: [Int] = []
  /// The number of pairs to review, without skipped ones.
  public internal(set) var suggestions = 0
  /// The number of items that wait for the user's decision: suggestions, skipped ones too, and
  /// conflicts.
  public internal(set) var undecided = 0
  /// The number of contacts with a name and neither number nor address.
  public internal(set) var incomplete = 0

  /// Returns the number of items of `kind`, also of those without a card.
  ///
  /// For suggested circles it is the number of proposed contacts.
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
