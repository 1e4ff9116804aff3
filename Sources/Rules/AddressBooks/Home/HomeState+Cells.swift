import Vocabulary

/// The appearance of each part of the home tab in one state.
public struct HomeCells: Hashable, Sendable {
  /// The sections above the list, by the source of their content.
  public enum Sections: String, CaseIterable, Sendable {
    /// The sections that the first sync has filled.
    case fromFirstSync
    /// The active sections.
    case active
    /// No section, and nothing in its place.
    case none
    /// The active sections, if the contacts at hand activate any.
    case ifAny
    /// The sections as far as the running sync has filled them.
    case partial
    /// The sections as of the last sync.
    case cached
  }

  /// The content in the place of the list.
  public enum List: String, CaseIterable, Sendable {
    /// All contacts.
    case full
    /// The import prompt instead of a list.
    case importPrompt
    /// The contacts that were entered in the app.
    case manualOnly
    /// The contacts that are there so far, while a sync runs.
    case partial
    /// The contacts as of the last sync.
    case cached
  }

  /// The reach of the search bar.
  public enum Search: String, CaseIterable, Sendable {
    /// Shown, and without limits.
    case available
    /// The list is empty.
    case hidden
    /// In the cache alone, without a server.
    case localOnly
  }

  /// The badge on the tab.
  public enum Badge: Hashable, Sendable {
    /// The present number of items; always 0 in the steady state and with access denied.
    case count(Int)
    /// Its last number, kept.
    case kept(Int)

    /// The number drawn; a zero has no badge.
    public var shown: Int? {
      switch self {
      case .count(let count), .kept(let count): count == 0 ? nil : count
      }
    }
  }

  /// The remark of the matrix on a state, as the app shows or does it.
  public enum Note: String, CaseIterable, Sendable {
    /// The transition from the last screen of onboarding.
    case onboardingEnds
    /// Nothing in particular: there are sections to work on.
    case normal
    /// Nothing in particular: there is no section to work on.
    case steady
    /// A tap on the button asks for the address book once more.
    case promptsOnTap
    /// The limited mode, with the contacts that were entered in the app.
    case limited
    /// An indicator of the running sync.
    case syncIndicator
    /// A banner at the top of the screen (OFF-06).
    case offlineBanner
    /// The failure of the sync in the status bar, as `SyncStatusBar` words it.
    case errorInStatusBar
  }

  /// The sections above the list.
  public let sections: Sections
  /// The content in the place of the list.
  public let list: List
  /// The reach of the search bar.
  public let search: Search
  /// The badge on the tab, with its number.
  public let badge: Badge
  /// The remark on the state.
  public let note: Note
}

extension HomeState {
  /// Returns the row of the matrix, with the numbers of `facts`.
  public func cells(_ facts: HomeFacts) -> HomeCells {
    let (count, kept) = (HomeCells.Badge.count(facts.badge), HomeCells.Badge.kept(facts.lastBadge))
    return switch self {
    case .firstLaunch: row(.fromFirstSync, .full, .available, count, .onboardingEnds)
    case .pendingReview: row(.active, .full, .available, count, .normal)
    case .steady: row(.none, .full, .available, .count(0), .steady)
    case .deniedWithoutContacts: row(.none, .importPrompt, .hidden, .count(0), .promptsOnTap)
    case .deniedWithContacts: row(.ifAny, .manualOnly, .available, .count(0), .limited)
    case .syncing: row(.partial, .partial, .available, kept, .syncIndicator)
    case .offline: row(.cached, .cached, .localOnly, kept, .offlineBanner)
    case .syncFailed: row(.cached, .cached, .localOnly, kept, .errorInStatusBar)
    }
  }

  private func row(
    _ sections: HomeCells.Sections, _ list: HomeCells.List, _ search: HomeCells.Search,
    _ badge: HomeCells.Badge, _ note: HomeCells.Note
  ) -> HomeCells {
    HomeCells(sections: sections, list: list, search: search, badge: badge, note: note)
  }
}

extension ContactRules {
  static let matrix: [Rule] = [
    Rule("MTX-01", "First launch: sections from the first sync, all contacts, the badge counts."),
    Rule("MTX-02", "Something to review: its sections, all contacts, the badge counts."),
    Rule("MTX-03", "Nothing to do: no section, all contacts, no badge."),
    Rule("MTX-04", "Denied and no contacts: the import prompt; search is hidden."),
    Rule("MTX-05", "Denied, with contacts typed in: these, and no badge."),
    Rule("MTX-06", "During a sync: what is there so far; the badge keeps its count."),
    Rule("MTX-07", "Offline: what is cached, a local search, a banner at the top."),
    Rule("MTX-08", "A failed sync: what is cached, a local search, the error in the status bar."),
    Rule("MTX-09", "The matrix has eight states and no other."),
    Rule("SRH-10", "Without contacts to search the bar is hidden."),
    Rule("OFF-05", "Offline the badge keeps its last count."),
    Rule("OFF-06", "Offline there is a banner at the top."),
  ]

  static let steady: [Rule] = [
    Rule("HTB-04", "Full of sections at first, nearly none later: both are right."),
    Rule("STD-01", "As tasks are done sections go, and the home tab stays of use without any."),
    Rule("STD-02", "Without a section the search bar stands right above the list."),
    Rule("STD-03", "Without a section nothing takes its place."),
    Rule("STD-04", "The steady screen is navigation bar, search bar, header, letters."),
    Rule("STD-07", "Where there are contacts the list is in sight."),
    Rule("STD-08", "Search finds a contact, the list is for looking around."),
  ]
}
