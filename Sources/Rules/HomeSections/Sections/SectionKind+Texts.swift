import Vocabulary

extension SectionKind {
  /// What the header tells of `items`, as it is drawn; `nil` where there is none.
  public func count(of items: Int, isCollapsed: Bool) -> Int? {
    header != nil && (headerCounts || isCollapsed) ? items : nil
  }

  /// The link to the items that have no card in the section; `nil` if every one has.
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
