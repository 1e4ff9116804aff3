import Vocabulary

/// The appearance of each part of the home tab in one state.
public struct HomeCells: Hashable, Sendable {
  public enum Sections: String, CaseIterable, Sendable {
    case fromFirstSync, active, none, ifAny, partial, cached
  }

  public enum List: String, CaseIterable, Sendable {
    case full, importPrompt, manualOnly, partial, cached
  }

  public enum Search: String, CaseIterable, Sendable {
    case available
    /// The list is empty.
    case hidden
    /// In the cache alone, without a server.
    case localOnly
  }

  public enum Badge: Hashable, Sendable {
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

  public enum Note: String, CaseIterable, Sendable {
    case onboardingEnds, normal, steady, promptsOnTap, limited, syncIndicator, offlineBanner
    case errorInStatusBar
  }

  public let sections: Sections
  public let list: List
  public let search: Search
  public let badge: Badge
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
