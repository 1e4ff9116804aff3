import Vocabulary

/// The number on the home tab.
public struct TabBadge: Hashable, Sendable {
  /// The number of items as last counted or decremented; 0 hides the badge.
  public internal(set) var count: Int

  /// Creates a badge with the last known count, by default 0.
  public init(count: Int = 0) { self.count = count }

  /// The text drawn; `nil` for no badge.
  public var text: String? {
    switch count {
    case ..<1: nil
    case 1...99: "\(count)"
    default: "99+"
    }
  }
}

extension HomePolicy {
  /// Returns the number that the badge shows.
  ///
  /// Skipping and hiding have no effect here: such items still wait.
  public func badgeCount(of contents: SectionContents) -> Int {
    switch tabBadgeCounts {
    case .mergesAndConflicts: contents.undecided
    case .allItems: contents.undecided + contents.incomplete
    case nil: 0
    }
  }
}

extension SectionRules {
  static let badge: [Rule] = [
    Rule("BDG-01", "The badge counts suggestions to review and unresolved conflicts."),
    Rule("BDG-02", "What was merged unasked does not count."),
    Rule("BDG-03", "Without an item there is no badge."),
    Rule("BDG-04", "Up to 99 the badge is the number."),
    Rule("BDG-05", "From 100 it is 99+."),
    Rule("BDG-15", "Incomplete contacts count in the section's header, and not on the tab."),
  ]
}
