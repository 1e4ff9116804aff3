public import Vocabulary

/// The smart sections of the home tab, the most urgent first.
public enum SectionKind: UInt8, CaseIterable, SmallSetMember {
  /// Errors in the address book come first: they grow when nobody looks.
  case needsAttention
  /// A glance, and gone by itself.
  case scoreChanged
  /// A birthday that is missed is worse than a suggestion that is.
  case upcoming
  case recentlyAdded
  case enrichmentUpdates
  /// Order can wait.
  case suggestedCircles

  public typealias Set = SmallSet<SectionKind>
}

extension SectionKind {
  /// The fewest items that make the section worth its place.
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

  /// The line above the cards; the score's card stands for itself.
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

  /// Whether the header tells how many items there are; a collapsed section always does.
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
