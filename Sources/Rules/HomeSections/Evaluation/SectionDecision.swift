public import Vocabulary

/// Whether a section is to be seen, and if not, why.
public struct SectionDecision: Hashable, Sendable {
  public let kind: SectionKind
  /// How many items there are for it.
  public let items: Int
  /// `nil` for a section that is shown.
  public let suppression: SectionSuppression?

  public var isShown: Bool { suppression == nil }

  /// The rule that spoke: the one that withholds the section, or the one that brings it.
  public var rule: RuleID { suppression?.rule ?? kind.rule }
}

/// Why a section is not shown.
public enum SectionSuppression: Hashable, Sendable {
  /// The product has no home tab with sections.
  case noSections
  /// There is nothing to put in it.
  case nothing
  /// There is something, and less than the section needs.
  case tooFew(least: Int)
  case scoreUnchanged
  case scoreTapped
  case scoreExpired(at: Instant)
  /// Someone hid it for 24 hours.
  case hidden(until: Instant)
  /// Someone hid it for the rest of a day.
  case hiddenToday(until: Instant)
  case hiddenForGood
}

extension SectionSuppression {
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
  /// The rule that brings the section.
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
