import Vocabulary

/// The updates of the screen after a sync, in this order.
///
/// An app needs it to refresh the home tab after a sync.
public enum SyncAftermath: Hashable, Sendable {
  /// Evaluate the triggers of the sections again and update them in place.
  case sections
  /// Animate these changes of the list.
  case list(BookChange)
  /// Count the badge again.
  case badge

  /// Returns the steps after a sync that changed the book by `change`.
  public static func steps(after change: BookChange) -> [SyncAftermath] {
    [.sections, .list(change), .badge]
  }

  /// The source of the sections' content over time.
  public enum Source: String, CaseIterable, Sendable {
    /// The daily computation of the user's score.
    case dailyScore
    /// A sync in the background, with new contacts, enrichments and duplicates.
    case backgroundSync
    /// The passing of time, which brings birthdays nearer.
    case calendar
    /// The periodic search for contacts that may form a circle.
    case circlePatterns

    /// Whether it has new content without a network.
    public var worksOffline: Bool { self == .calendar }
  }
}

extension ContactRules {
  static let offline: [Rule] = [
    Rule("PTR-10", "After a sync the sections are evaluated again, in place."),
    Rule("PTR-12", "After a sync the badge is counted again."),
    Rule("PTR-13", "Sections come first, then the list by inserts and deletes, then the badge."),
    Rule("OFF-04", "Offline no section has anything new from the server; time still goes on."),
    Rule("STD-05", "Sections come back by what happens: a sync, enrichment, a score, a birthday."),
  ]
}
