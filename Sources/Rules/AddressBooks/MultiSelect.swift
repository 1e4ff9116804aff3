import Vocabulary

/// The mode in which several contacts are selected at once.
///
/// It may go from `off` to `on` and back; leaving it drops the selection.
public enum MultiSelect: Hashable, Sendable {
  /// Nothing is selected, and a tap on a row opens its contact.
  case off
  /// Rows can be selected; the set has the contacts selected so far, if any.
  case on(Set<ContactID>)

  /// Creates the mode as it is at first: off.
  public init() { self = .off }

  /// An event from the user or the book.
  public enum Event: Hashable, Sendable {
    /// A long press on a row: enters the mode with that contact, or toggles it there.
    case longPressed(ContactID)
    /// "Select" in the menu of the navigation bar.
    case selectChosen
    /// A tap on a row: opens the contact, or toggles its selection in the mode.
    case tapped(ContactID)
    /// "Select All", with the contacts that the list shows.
    case allChosen([ContactID])
    /// The removal of contacts from the book, which deselects them.
    case removedFromBook([ContactID])
    /// A tap on the toolbar, without effect while nothing is selected.
    case toolTapped(Tool)
    /// The user's consent to the alert of "Delete", which ends the mode.
    case deleteConfirmed
    /// A tap on "Done", which ends the mode.
    case done
    /// A tap outside the selection, which ends the mode.
    case tappedOutside
    /// A swipe back, which ends the mode.
    case swipedBack
  }

  /// The way into the mode.
  public enum Entry: String, CaseIterable, Sendable {
    /// A long press on a row, which selects that contact; "Select" of the menu works too.
    case longPress
    /// The button "Select" in the navigation bar.
    case selectButton
    /// "Select" in the menu that a long press on a row opens.
    case contextMenu
  }

  /// The toolbar above the tab bar.
  public enum Tool: String, CaseIterable, Sendable {
    /// The choice of circles for the selected contacts.
    case addToCircle = "Add to Circle"
    /// The removal of the selected contacts, which the user must confirm.
    case delete = "Delete"
    /// The menu of further tools.
    case more = "More..."
  }

  /// The app's next action.
  public enum Action: Hashable, Sendable {
    /// Nothing beyond showing the new state.
    case none
    /// Open the page of this contact.
    case openContact(ContactID)
    /// Show the circles, and pass the user's choice to `AddressBook.add(_:to:)`.
    case pickCircles(for: [ContactID])
    /// Show the alert `removalAlert(app:)`; consent is the event `deleteConfirmed`.
    case confirmRemoval
    /// Remove these confirmed contacts, as by `AddressBook.removeByUser(_:)`.
    case remove([ContactID])
    /// Show a menu with these titles.
    case showMenu([String])
  }

  /// Whether rows can be selected.
  public var isActive: Bool { self != .off }

  /// The selected contacts; empty while the mode is off.
  public var selected: Set<ContactID> {
    switch self {
    case .off: []
    case .on(let selected): selected
    }
  }

  /// Applies `event`, and returns the app's next action; without an `entry` the mode stays off.
  public mutating func receive(_ event: Event, by entry: Entry? = .longPress) -> Action {
    switch (self, event) {
    case (.off, .longPressed(let id)) where entry == .longPress: self = .on([id])
    case (.off, .longPressed) where entry == .contextMenu:
      return .showMenu([HomeTab.Button.select.title])
    case (.off, .selectChosen) where entry != nil: self = .on([])
    case (.off, .tapped(let id)): return .openContact(id)
    case (.off, _): break
    case (.on(let selected), .tapped(let id)), (.on(let selected), .longPressed(let id)):
      self = .on(selected.symmetricDifference([id]))
    case (.on(let selected), .allChosen(let shown)): self = .on(selected.union(shown))
    case (.on(let selected), .removedFromBook(let gone)): self = .on(selected.subtracting(gone))
    case (.on(let selected), .toolTapped(let tool)): return use(tool, on: selected)
    case (.on(let selected), .deleteConfirmed):
      self = .off
      return selected.isEmpty ? .none : .remove(selected.sorted())
    case (.on, .done), (.on, .tappedOutside), (.on, .swipedBack): self = .off
    case (.on, .selectChosen): break
    }
    return .none
  }

  private func use(_ tool: Tool, on selected: Set<ContactID>) -> Action {
    guard !selected.isEmpty else { return .none }
    return switch tool {
    case .addToCircle: .pickCircles(for: selected.sorted())
    case .delete: .confirmRemoval
    case .more: .showMenu([worded("Export vCards"), worded("Share")])
    }
  }
}

extension MultiSelect {
  /// Returns the title of the navigation bar: the app's name, or the number of selected contacts.
  public func title(app: String) -> String {
    isActive ? worded("\(selected.count) Selected") : app
  }

  /// Returns the text of the alert before the selected contacts are removed from the app.
  public func removalAlert(app: String) -> String {
    // Ours: the singular.
    selected.count == 1
      ? worded("Remove 1 contact from \(app)? This cannot be undone.")
      : worded("Remove \(selected.count) contacts from \(app)? This cannot be undone.")
  }

  /// The buttons at the end of the navigation bar; they replace the menu.
  public var buttons: [HomeTab.Button] { buttons(by: .longPress) }

  /// Returns the buttons where `entry` leads into the mode.
  public func buttons(by entry: Entry?) -> [HomeTab.Button] {
    if isActive { return [.done, .selectAll] }
    return entry == .selectButton ? [.select, .add] : [.add]
  }

  /// The toolbar above the tab bar.
  public var toolbar: [Tool] { isActive ? Tool.allCases : [] }

  /// Whether rows begin with a box.
  public var showsBoxes: Bool { isActive }

  /// The tools whose use is counted.
  public static let trackedTools: [Tool] = [.addToCircle, .delete]
}

extension AddressBook {
  /// Adds contacts to circles, and keeps their present circles.
  @discardableResult
  public mutating func add(
    _ ids: some Sequence<ContactID>, to circles: CircleSet
  ) -> BookChange {
    apply(
      ids.compactMap { self[$0] }.map { contact in
        var contact = contact
        contact.circles = contact.circles.union(circles)
        return .put(contact)
      })
  }
}

extension ContactRules {
  static let selection: [Rule] = [
    Rule("SEL-01", "A long press on a row begins selecting, with that contact."),
    Rule("SEL-02", "So does \"Select\" in the menu, without a contact."),
    Rule("SEL-03", "While selecting, \"Done\" and \"Select All\" stand where \"+ Add\" stood."),
    Rule("SEL-04", "Every row then begins with a box."),
    Rule("SEL-05", "The title is the number of the selected: \"3 Selected\"."),
    Rule("SEL-06", "The buttons are \"Done\" and \"Select All\"."),
    Rule("SEL-07", "A tap selects or deselects, and opens no contact."),
    Rule("SEL-08", "\"Select All\" selects whom the list shows under its filter."),
    Rule("SEL-09", "A toolbar has \"Add to Circle\", \"Delete\" and \"More...\"."),
    Rule("SEL-15", "\"Done\", a tap outside and a swipe back end the mode."),
    Rule("ROW-09", "Outside the mode a tap opens the contact."),
  ]

  static let deletion: [Rule] = [
    Rule("SEL-10", "\"Add to Circle\" asks for circles, and the selected join them."),
    Rule("SEL-11", "\"Delete\" asks first, and says that it cannot be undone."),
    Rule("SEL-13", "No contact is removed before the user confirms it."),
    Rule("SEL-14", "\"More...\" offers \"Export vCards\" and \"Share\"."),
    Rule("SEL-16", "Adding to a circle and deleting are counted; exporting and sharing are not."),
  ]
}

/// The list of an invite's picker: the contacts by name, a search, and the ticked contacts.
///
/// It keeps the contacts in memory only, and reveals nothing but their ids.
public struct ContactPicker: Sendable {
  /// The treatment of contacts that have neither a number nor an e-mail address.
  public enum Unreachable: String, CaseIterable, Sendable {
    /// In the list like all others, with a box to tick; the default.
    case listed
    /// In the list, without a box to tick.
    case shownOnly
    /// Neither in the list nor found by a search.
    case leftOut
  }

  private let book: AddressBook
  private let list: ContactList
  private var search = ContactSearch()
  private let unreachable: Unreachable
  /// The contacts that the user ticked, shown by the present search or not.
  public private(set) var ticked: Set<ContactID> = []

  /// Creates the picker of `contacts`.
  public init(
    _ contacts: [Contact], unreachable: Unreachable = .listed,
    collation: any Collation = RootCollation()
  ) {
    let listed = unreachable == .leftOut ? contacts.filter(\.isReachable) : contacts
    book = AddressBook(listed, collation: collation)
    list = book.list()
    self.unreachable = unreachable
  }

  /// The number of contacts in the list, with or without a box to tick.
  public var count: Int { list.count }

  /// The contact of a row, while no search is active.
  public subscript(row: Int) -> Contact { list[row] }

  /// Returns the contacts that match the text in the search bar; `nil` for the whole list.
  public mutating func find(_ text: String) -> SearchResults? { search.find(text, in: book) }

  /// Returns whether a contact of the picker has a box to tick; `false` for an unknown id.
  public func canTick(_ id: ContactID) -> Bool {
    guard let contact = book[id] else { return false }
    return unreachable == .listed || contact.isReachable
  }

  /// Ticks or unticks a contact; ticks outlive every search.
  public mutating func toggle(_ id: ContactID) {
    guard canTick(id) else { return }
    ticked.formSymmetricDifference([id])
  }

  /// The number on the button that continues, visible even where the ticked contacts are not; `nil`
  /// for none.
  public var badge: Int? { ticked.isEmpty ? nil : ticked.count }
}

extension ContactRules {
  static let picker: [Rule] = [
    Rule(
      "D-PCK-14", "Whom no invite can reach is listed like all others, unless a setting says so.")
  ]
}
