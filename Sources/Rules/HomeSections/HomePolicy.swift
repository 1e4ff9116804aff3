public import Vocabulary

/// The behaviour of the home tab's sections where their document leaves it open.
public struct HomePolicy: Hashable, Sendable {
  /// The time for which a collapsed section stays collapsed.
  public enum CollapsePersistence: String, CaseIterable, Sendable {
    /// Until the user expands it; the value of `rin`.
    case forever
    /// Until midnight in the user's time zone.
    case day
    /// Until the app is launched again.
    case launch
  }

  /// The items that the number on the home tab counts.
  public enum TabBadgeCounts: String, CaseIterable, Sendable {
    /// Pairs to review, skipped ones too, and unresolved conflicts; the value of `rin`.
    case mergesAndConflicts
    /// The items in the header of Needs Attention, including contacts without number and address.
    case allItems
  }

  /// Whether there is a home tab with sections.
  public var hasSections: Bool
  /// The persistence; `nil`, for profiles without sections, acts like `launch`.
  public var collapsePersistence: CollapsePersistence?
  /// The lifetime of the card of a changed score; `nil` sets no limit.
  public var scoreCardLife: Interval?
  /// The items that the badge on the tab counts; `nil` has no badge.
  public var tabBadgeCounts: TabBadgeCounts?

  /// Creates a policy of these settings; a profile's is `rin`, `product` or `design`.
  public init(
    hasSections: Bool, collapsePersistence: CollapsePersistence?, scoreCardLife: Interval?,
    tabBadgeCounts: TabBadgeCounts?
  ) {
    self.hasSections = hasSections
    self.collapsePersistence = collapsePersistence
    self.scoreCardLife = scoreCardLife
    self.tabBadgeCounts = tabBadgeCounts
  }
}

extension HomePolicy {
  /// The policy of `rin`: six sections, collapsed until expanded, and a score card that lasts 48
  /// hours.
  public static let rin = HomePolicy(
    hasSections: true, collapsePersistence: .forever, scoreCardLife: .hours(48),
    tabBadgeCounts: .mergesAndConflicts)
  /// The policy of invite-friends-product, which has no home tab with sections.
  public static let product = HomePolicy(
    hasSections: false, collapsePersistence: nil, scoreCardLife: nil, tabBadgeCounts: nil)
  /// The policy of invite-friends-design, the same as `product`.
  public static let design = product
}

extension SectionRules {
  static let policy: [Rule] = [
    Rule("CNF-57", "What the home tab does where its document is open: home.*.")
  ]
}

/// The rule book of the home tab's sections, its badge, its routes, its events and its words.
public enum SectionRules {
  /// Every rule that this module decides, each beside its code.
  public static let all: [Rule] = [
    policy, kinds, texts, contacts, evaluation, attention, attentionCards, recent, enrichment,
    circles, patternSearch,
    circleReview, score, scoreCard, upcoming, upcomingCard, reminders, shelf, gestures, layout,
    badge, badgeUpdates, links, linkRoutes, contactPage, routes, arrival, events, eventFields,
    exposure, spoken, spokenAreas, motion, conflicts, attentionList, redaction, silence,
  ].flatMap { $0 }
}
