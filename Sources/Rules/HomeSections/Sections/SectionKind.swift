public import Vocabulary

/// The smart sections of the home tab, the most urgent first.
public enum SectionKind: UInt8, CaseIterable, SmallSetMember {
  /// Errors in the address book come first: they grow while unseen.
  case needsAttention
  /// A brief notice, which disappears by itself.
  case scoreChanged
  /// Missing a birthday is worse than missing a suggestion.
  case upcoming
  /// Contacts of the last seven days, from any source.
  case recentlyAdded
  /// Contacts to which the network added fields that the user has not viewed.
  case enrichmentUpdates
  /// Organising contacts is not urgent.
  case suggestedCircles

  /// A set of kinds in one word of memory; its `members` are listed the most urgent first.
  public typealias Set = SmallSet<SectionKind>
}

extension SectionKind {
  /// The fewest items with which the section is shown.
  public var leastItems: Int { self == .suggestedCircles ? 3 : 1 }

  /// The most cards that stand in the section itself.
  public var inlineCards: Int {
    switch self {
    case .needsAttention, .enrichmentUpdates, .suggestedCircles: 2
    case .scoreChanged: 1
    case .upcoming: 3
    case .recentlyAdded: 20
    }
  }

  /// The line above the cards; `nil` for the score, whose card needs none.
  public var header: String? {
    switch self {
    case .needsAttention: "NEEDS ATTENTION"
    case .scoreChanged: nil
    case .upcoming: "UPCOMING"
    case .recentlyAdded: "RECENTLY ADDED"
    case .enrichmentUpdates: "ENRICHMENT UPDATES"
    case .suggestedCircles: "SUGGESTED CIRCLES"
    }
  }

  /// Whether the header counts the items; a collapsed section always does.
  public var headerCounts: Bool { self == .needsAttention || self == .enrichmentUpdates }

  /// The name of the section in events.
  public var eventName: String { "\(self)".snakeCase }
}

extension SectionRules {
  static let kinds: [Rule] = [
    Rule("SEC-01", "There are six smart sections and no other."),
    Rule("SEC-03", "From the top: attention, score, upcoming, added, enriched, circles."),
    Rule("SEC-09", "Suggested circles need three items, the score a change, the others one item."),
    Rule("SEC-10", "Cards in place: 2 of attention, enrichment and circles, 3 upcoming, 20 added."),
    Rule("SCO-03", "The score's section is one card without a header."),
  ]
}

extension SectionKind {
  /// Returns the count in the header for `items`, as it is drawn; `nil` where there is none.
  public func count(of items: Int, isCollapsed: Bool) -> Int? {
    header != nil && (headerCounts || isCollapsed) ? items : nil
  }

  /// Returns the link to the items without a card in the section; `nil` if every one has a card.
  public func furtherLink(items: Int, cards: Int) -> String? {
    guard items > cards else { return nil }
    return switch self {
    case .needsAttention: "See All \(items) Items"
    case .scoreChanged: nil
    case .upcoming: "See All Upcoming"
    case .recentlyAdded: "+\(items - cards) more"
    case .enrichmentUpdates: "See All \(items) Updates"
    case .suggestedCircles: "See More Suggestions"
    }
  }
}

extension SectionRules {
  static let texts: [Rule] = [
    Rule("NAT-04", "The header NEEDS ATTENTION counts all items, also those without a card."),
    Rule("NAT-06", "The link says \"See All 5 Items\"."),
    Rule("RAD-03", "The header is RECENTLY ADDED."),
    Rule("RAD-06", "Behind the twentieth card a last one says \"+N more\"."),
    Rule("ENR-02", "The header is ENRICHMENT UPDATES, with their count."),
    Rule("ENR-04", "The link says \"See All 3 Updates\"."),
    Rule("SGC-04", "The header is SUGGESTED CIRCLES."),
    Rule("UPC-03", "The header is UPCOMING."),
  ]
}
