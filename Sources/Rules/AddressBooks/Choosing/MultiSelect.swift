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
    case .more: .showMenu(["Export vCards", "Share"])
    }
  }
}
