public import Vocabulary

/// What the home tab's sections do where their document leaves it open.
public struct HomePolicy: Hashable, Sendable {
  /// How long a section stays collapsed that someone collapsed.
  public enum CollapsePersistence: String, CaseIterable, Sendable {
    case forever
    /// Until midnight where the user lives.
    case day
    /// Until the app is launched again.
    case launch
  }

  public enum TabBadgeCounts: String, CaseIterable, Sendable {
    case mergesAndConflicts
    /// What the header of Needs Attention counts, contacts without a way to reach them included.
    case allItems
  }

  /// Whether there is a home tab with sections at all.
  public var hasSections: Bool
  /// `nil` keeps nothing: sections are expanded whenever the tab appears.
  public var collapsePersistence: CollapsePersistence?
  /// How long the card of a changed score stays; `nil` sets no limit.
  public var scoreCardLife: Interval?
  /// What the badge on the tab counts; `nil` has none.
  public var tabBadgeCounts: TabBadgeCounts?

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
  public static let rin = HomePolicy(
    hasSections: true, collapsePersistence: .forever, scoreCardLife: .hours(48),
    tabBadgeCounts: .mergesAndConflicts)
  public static let product = HomePolicy(
    hasSections: false, collapsePersistence: nil, scoreCardLife: nil, tabBadgeCounts: nil)
  public static let design = product
}

extension SectionRules {
  static let policy: [Rule] = [
    Rule("CNF-57", "What the home tab does where its document is open: home.*.")
  ]
}
