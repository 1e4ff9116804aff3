import Vocabulary

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
      case .add: "+ Add"
      case .select: "Select"
      case .done: "Done"
      case .selectAll: "Select All"
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
