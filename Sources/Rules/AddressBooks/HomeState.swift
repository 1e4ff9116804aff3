public import Vocabulary

/// The facts that determine the state of the home tab.
public struct HomeFacts: Hashable, Sendable {
  /// The app's permission to read the device's address book.
  public var access: ContactsAccess
  /// The number of contacts in the book.
  public var contacts: Int
  /// Whether this is the first launch, right after onboarding.
  public var isFirstLaunch: Bool
  /// The start of the running sync; `nil` without one.
  public var syncingSince: Instant?
  /// Whether a sync has ever completed.
  public var hasSynced: Bool
  /// Whether the latest sync failed.
  public var lastSyncFailed: Bool
  /// Whether there is no network.
  public var isOffline: Bool
  /// The number of active sections.
  public var sections: Int
  /// The number of items on the badge now.
  public var badge: Int
  /// The number of items on the badge at the last look, kept offline, in a sync and if one failed.
  public var lastBadge: Int

  /// Creates facts; by default a sync has completed, and no section is active.
  public init(
    access: ContactsAccess, contacts: Int, isFirstLaunch: Bool = false,
    syncingSince: Instant? = nil, hasSynced: Bool = true, lastSyncFailed: Bool = false,
    isOffline: Bool = false, sections: Int = 0, badge: Int = 0, lastBadge: Int = 0
  ) {
    self.access = access
    self.contacts = contacts
    self.isFirstLaunch = isFirstLaunch
    self.syncingSince = syncingSince
    self.hasSynced = hasSynced
    self.lastSyncFailed = lastSyncFailed
    self.isOffline = isOffline
    self.sections = sections
    self.badge = badge
    self.lastBadge = lastBadge
  }

  /// Whether access is denied, by the user or by a policy, and not merely undetermined.
  var isDenied: Bool { access == .denied || access == .restricted }
}

/// The states that the home tab can be in: the whole matrix.
public enum HomeState: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The first launch, right after onboarding (MTX-01).
  case firstLaunch
  /// An active section or an item on the badge, and no other state holds (MTX-02).
  case pendingReview
  /// Neither of the two, and no other state holds (MTX-03).
  case steady
  /// Access is denied and the book is empty, even in a sync or offline (MTX-04).
  case deniedWithoutContacts
  /// Access is denied, but the book has contacts (MTX-05).
  case deniedWithContacts
  /// A sync is running (MTX-06).
  case syncing
  /// There is no network (MTX-07).
  case offline
  /// The latest sync failed, and none is running (MTX-08).
  case syncFailed

  /// Creates the state for `facts`; where several hold, the one that limits most.
  public init(_ facts: HomeFacts) {
    self =
      if facts.isDenied && facts.contacts == 0 {
        .deniedWithoutContacts
      } else if facts.isOffline {
        .offline
      } else if facts.syncingSince != nil {
        .syncing
      } else if facts.lastSyncFailed {
        .syncFailed
      } else if facts.isDenied {
        .deniedWithContacts
      } else if facts.isFirstLaunch {
        .firstLaunch
      } else {
        facts.sections > 0 || facts.badge > 0 ? .pendingReview : .steady
      }
  }
}

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

/// The screen in place of an empty list.
public enum EmptyState: Hashable, Sendable {
  /// The user denies access to the address book and has entered no contact.
  case importPrompt
  /// The first sync has brought no contact yet.
  case importing(isLong: Bool)

  /// The duration after which an import asks for patience.
  public static let patience = Interval.seconds(15)

  /// Creates the screen in place of the list; `nil` shows the list, even an empty one.
  ///
  /// The documents give no picture for an accessible, empty address book, and none is invented.
  public init?(_ facts: HomeFacts, at now: Instant) {
    guard facts.contacts == 0 else { return nil }
    if facts.isDenied {
      self = .importPrompt
    } else if let since = facts.syncingSince, !facts.hasSynced {
      self = .importing(isLong: now - since > Self.patience)
    } else {
      return nil
    }
  }

  /// The system's symbol above the text; `nil` for a spinner.
  public var symbol: String? { self == .importPrompt ? "person.3" : nil }

  /// Returns the first line of text.
  public func title(app: String) -> String {
    switch self {
    case .importPrompt: worded("Import your contacts to get started with \(app)")
    case .importing: worded("Importing your contacts...")
    }
  }

  /// Returns the lines below the title: one, or two once an import takes over 15 seconds.
  public func lines(app: String) -> [String] {
    switch self {
    case .importPrompt: [worded("\(app) finds duplicates, enriches info, and helps you organize.")]
    case .importing(let isLong):
      [worded("This usually takes a few seconds.")]
        + (isLong ? [worded("Taking a bit longer for large contact lists.")] : [])
    }
  }

  /// The button, which asks for the address book once more, with the footnote below it.
  public var button: (title: String, footnote: String)? {
    guard self == .importPrompt else { return nil }
    return (worded("Import Contacts"), worded("or add contacts manually with the + button above"))
  }
}

extension ContactRules {
  static let empty: [Rule] = [
    Rule("EMP-01", "Denied, and no contact typed in: the import prompt."),
    Rule("EMP-02", "Its title: \"Import your contacts to get started with Rin\"."),
    Rule("EMP-03", "Its text names the purpose: \"Rin finds duplicates, enriches info, ...\"."),
    Rule("EMP-04", "Its button: \"Import Contacts\", and below it the way by hand."),
    Rule("EMP-05", "The button asks for the address book once more."),
    Rule("EMP-06", "The navigation bar stays, with \"+ Add\"."),
    Rule("EMP-07", "Denied, and everybody typed in deleted again: the same prompt."),
    Rule("EMP-08", "Allowed, and the first sync has brought no contact yet: importing."),
    Rule("EMP-09", "Importing: a spinner and two lines."),
    Rule("EMP-10", "With the first batch the list is there, before the sync ends."),
    Rule("EMP-11", "After more than 15 seconds a third line asks for patience."),
    Rule("EMP-12", "At 15 seconds it is not there yet."),
    Rule("EMP-13", "A list without sections is not an empty state."),
    Rule("EMP-14", "The symbol of the import prompt is person.3."),
    Rule("EMP-15", "An open and empty address book shows the list, without a contact."),
  ]
}

/// The regions of the home tab, from top to bottom.
public struct HomeTab: Hashable, Sendable {
  /// A part of the screen; the cases stand from top to bottom.
  public enum Region: String, CaseIterable, Sendable {
    /// The title, and the buttons that `MultiSelect` determines.
    case navigationBar
    /// The search bar, absent where there is nothing to search.
    case searchBar
    /// The area of the active sections, absent without any.
    case smartSections
    /// The contacts with their header, or the screen of an `EmptyState`.
    case contactList
    /// The tabs of the app, one of them with the badge.
    case tabBar

    /// Whether the region scrolls with the content; the others stand still.
    public var scrolls: Bool {
      switch self {
      case .navigationBar, .tabBar: false
      case .searchBar, .smartSections, .contactList: true
      }
    }
  }

  /// The purpose of the home tab.
  public enum Job: String, CaseIterable, Sendable {
    /// Tasks that keep the contacts in order.
    case tasks
    /// Fast access to any contact.
    case access
    /// The present health of the network of contacts.
    case health
  }

  /// A tab of the app.
  public enum Tab: String, CaseIterable, Sendable {
    /// The contacts, with the sections above them.
    case home
    /// The user's score.
    case score
    /// The user's own profile.
    case profile
  }

  /// A button at the end of the navigation bar.
  public enum Button: Hashable, Sendable {
    /// The way to a new contact, while nothing is being selected.
    case add
    /// The way into selecting, where no gesture leads there.
    case select
    /// The end of selecting.
    case done
    /// The selection of all contacts that the list shows.
    case selectAll

    /// The words on the button.
    public var title: String {
      switch self {
      case .add: worded("+ Add")
      case .select: worded("Select")
      case .done: worded("Done")
      case .selectAll: worded("Select All")
      }
    }

    /// The system's symbol, if it has one.
    public var symbol: String? { self == .add ? "plus.circle" : nil }

    /// The destination; `nil` for a button that stays on the tab.
    public var destination: Destination? { self == .add ? .newContact : nil }
  }

  /// The destination of a button.
  public enum Destination: Hashable, Sendable {
    /// A form for a new contact.
    case newContact
  }

  /// The tab on which the app opens once onboarding is done.
  public static let launchTab = Tab.home

  /// The symbol of the button that opens the filter, at the end of the list's header.
  public static let filterSymbol = "line.3.horizontal.decrease.circle"

  /// Returns the regions with `sections` active sections; without any, their area is absent.
  public static func regions(sections: Int, searchIsHidden: Bool = false) -> [Region] {
    Region.allCases.filter {
      switch $0 {
      case .smartSections: sections > 0
      case .searchBar: !searchIsHidden
      case .navigationBar, .contactList, .tabBar: true
      }
    }
  }
}

extension ContactRules {
  static let home: [Rule] = [
    Rule("HTB-01", "After onboarding the app opens on the home tab."),
    Rule("HTB-02", "The home tab has no feed."),
    Rule("HTB-03", "It has three jobs: tasks, access to any contact, the health of the network."),
    Rule("HTB-05", "From the top: navigation bar, search bar, sections, list, tab bar."),
    Rule("HTB-06", "Search bar, sections and list scroll together; the bars stand still."),
    Rule("HTB-07", "The title is the app's name, unless contacts are being selected."),
    Rule("HTB-08", "A tap on \"+ Add\" begins a new contact."),
    Rule("HTB-09", "Nothing floats over the list; \"+ Add\" is the way to a new contact."),
    Rule("HTB-10", "Without an active section the area of sections is not there."),
    Rule("SRH-09", "The search bar scrolls away with what is below it."),
  ]
}
