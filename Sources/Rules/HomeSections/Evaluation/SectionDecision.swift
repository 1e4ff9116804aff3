public import Vocabulary

/// The decision whether a section is shown, with the reason against it.
public struct SectionDecision: Hashable, Sendable {
  /// The section that is decided on.
  public let kind: SectionKind
  /// The number of its items.
  public let items: Int
  /// The reason against it; `nil` for a section that is shown.
  public let suppression: SectionSuppression?

  /// Whether the section is shown, in place or behind the link to more.
  public var isShown: Bool { suppression == nil }

  /// The deciding rule: the one that withholds the section, or the one that shows it.
  public var rule: RuleID { suppression?.rule ?? kind.rule }
}

/// The reason why a section is not shown.
public enum SectionSuppression: Hashable, Sendable {
  /// The product has no home tab with sections.
  case noSections
  /// The section has no items.
  case nothing
  /// The section has fewer items than it requires.
  case tooFew(least: Int)
  /// The score is the one that the user was last shown.
  case scoreUnchanged
  /// The user has tapped the card since the last change.
  case scoreTapped
  /// The card's lifetime has ended, at the given time.
  case scoreExpired(at: Instant)
  /// The user hid it for 24 hours.
  case hidden(until: Instant)
  /// The user hid it for the rest of a day.
  case hiddenToday(until: Instant)
  /// The user hid it for good; Settings > Home Sections brings it back.
  case hiddenForGood
}

extension SectionSuppression {
  /// The rule that withholds the section.
  public var rule: RuleID {
    switch self {
    case .noSections: "CNF-57"
    case .nothing: "SEC-02"
    case .tooFew: "SEC-09"
    case .scoreUnchanged: "SCO-02"
    case .scoreTapped, .scoreExpired: "SCO-08"
    case .hidden: "HID-04"
    case .hiddenToday: "HID-12"
    case .hiddenForGood: "HID-06"
    }
  }
}

extension SectionKind {
  /// The rule that shows the section.
  public var rule: RuleID {
    switch self {
    case .needsAttention: "NAT-01"
    case .scoreChanged: "SCO-01"
    case .upcoming: "UPC-01"
    case .recentlyAdded: "RAD-01"
    case .enrichmentUpdates: "ENR-01"
    case .suggestedCircles: "SGC-03"
    }
  }
}
