public import Profiles

/// An operation of an app on an address book that its user waits for.
public enum ContactOperation: String, CaseIterable, Sendable {
  /// Loading a saved book: from its bytes to a scrollable list with its first page.
  case interactive
  /// The list of a loaded book, and its first page.
  case page
  /// A keystroke of a search, and the rows that it finds.
  case keystroke
  /// Another grouping, order or filter of the list.
  case regroup
  /// The rows of one frame of a scroll through the whole list.
  case frame
  /// A sync of a hundred changes, and the list after it.
  case sync
  /// The smart sections of the home tab: the visible ones, their order, and the badge.
  case sections
  /// A launch from a saved book to the first frame of the home tab, with its sections.
  case launch
  /// A keystroke of a search on the home tab, which narrows the list and the sections.
  case find
  /// A pull on the home tab: a sync of a hundred changes, and the tab after it.
  case refresh
  /// A search of the whole book for duplicates.
  case duplicates
  /// An invite's picker of all contacts, and its first page.
  case picker
  /// The tap on an entry point of the invite flow, until its picker shows the first page.
  case entry
  /// The end of a share, until the success screen names the contacts that it was for.
  case success

  public var title: String {
    switch self {
    case .interactive: "interactive from a saved book"
    case .page: "first page of the list"
    case .keystroke: "keystroke of a search"
    case .regroup: "regroup, sort or filter"
    case .frame: "frame of a scroll"
    case .sync: "sync of 100 changes"
    case .sections: "sections of the home tab"
    case .launch: "launch to the first frame of home"
    case .find: "keystroke on home, sections too"
    case .refresh: "pull to the refreshed home"
    case .duplicates: "search for duplicates"
    case .picker: "picker of all contacts"
    case .entry: "entry tap to the first page of the picker"
    case .success: "completed share to the success screen"
    }
  }

  /// The time that the documents allow on the home tab; `nil` for an operation without one.
  public var budget: HomeBudget? {
    switch self {
    case .interactive, .launch: .interactive
    case .frame: .frame
    case .keystroke, .find: .keystroke
    case .sections: .sections
    case .sync, .refresh: .refresh
    case .page, .regroup, .duplicates, .picker, .entry, .success: nil
    }
  }
}
