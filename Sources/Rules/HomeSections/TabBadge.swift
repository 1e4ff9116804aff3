public import Vocabulary

/// The number on the home tab.
public struct TabBadge: Hashable, Sendable, KeptState {
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

extension TabBadge {
  /// An occasion that may change the badge.
  public enum Occasion: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The user merged a pair.
    case merged
    /// The user answered Not Same: the pair is two persons.
    case markedDistinct
    /// The user resolved a sync conflict.
    case resolvedConflict
    /// The user skipped a pair, which still waits for a decision.
    case skipped
    /// The home tab became visible, which decides nothing.
    case visitedHome
    /// A sync has ended, and the cache has its results.
    case syncCompleted
    /// A push reported new suggestions.
    case pushOfSuggestions
    /// The app came to the foreground.
    case foregrounded
  }

  /// The state of the connection to the server.
  public enum Connection: String, CaseIterable, Sendable, BitwiseCopyable {
    /// No sync is running, and the last one did not fail.
    case atRest
    /// A sync is running, so that a full count is not reliable yet.
    case syncing
    /// The device has no connection; the cache is the last known state.
    case offline
    /// The last sync failed; the cache is the last known state.
    case syncFailed
  }

  /// The effect of an occasion on the badge, with the occasion itself.
  public enum Update: Hashable, Sendable {
    /// The count was taken from the cache.
    case recounted(TabBadge.Occasion)
    /// One item less, while a sync makes a full count unreliable.
    case decremented(TabBadge.Occasion)
    /// The count stayed as it was, by the occasion or by the state of the connection.
    case kept(TabBadge.Occasion, TabBadge.Connection)
  }

  /// Updates the badge for `occasion`, where `items` is the count from the cache.
  ///
  /// The user's decisions count at once, also offline, since they change the cache.
  public mutating func note(
    _ occasion: Occasion, items: Int, while connection: Connection
  ) -> Update {
    switch (occasion, connection) {
    case (.skipped, _), (.visitedHome, _): return .kept(occasion, connection)
    case (.merged, .syncing), (.markedDistinct, .syncing), (.resolvedConflict, .syncing):
      count = max(count - 1, 0)
      return .decremented(occasion)
    case (.foregrounded, .syncing), (.pushOfSuggestions, .syncing), (.pushOfSuggestions, .offline):
      return .kept(occasion, connection)
    case (.merged, _), (.markedDistinct, _), (.resolvedConflict, _), (.syncCompleted, _),
      (.pushOfSuggestions, _), (.foregrounded, _):
      count = items
      return .recounted(occasion)
    }
  }
}

extension TabBadge.Update {
  /// The rule that the update follows.
  public var rule: RuleID {
    switch self {
    case .kept(.skipped, _): "BDG-09"
    case .kept(.visitedHome, _): "BDG-10"
    case .kept: "BDG-14"
    case .recounted(let occasion), .decremented(let occasion):
      switch occasion {
      case .merged: "BDG-06"
      case .markedDistinct: "BDG-07"
      case .resolvedConflict: "BDG-08"
      case .syncCompleted: "BDG-11"
      case .pushOfSuggestions: "BDG-12"
      case .foregrounded: "BDG-13"
      case .skipped: "BDG-09"
      case .visitedHome: "BDG-10"
      }
    }
  }
}

extension SectionRules {
  static let badgeUpdates: [Rule] = [
    Rule("BDG-06", "A merge takes one off the badge."),
    Rule("BDG-07", "So does Not Same."),
    Rule("BDG-08", "So does a resolved conflict."),
    Rule("BDG-09", "Skip takes nothing off."),
    Rule("BDG-10", "Nor does looking at the home tab."),
    Rule("BDG-11", "The end of a sync counts anew."),
    Rule("BDG-12", "So does a push about new suggestions."),
    Rule("BDG-13", "So does opening the app, from the cache."),
    Rule("BDG-14", "While a sync runs, and offline, the last count stays but for what is decided."),
  ]
}
