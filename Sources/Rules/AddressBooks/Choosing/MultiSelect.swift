import Vocabulary

/// The mode in which several contacts are selected at once.
///
/// It may go from `off` to `on` and back; leaving it drops the selection.
public enum MultiSelect: Hashable, Sendable {
  case off
  case on(Set<ContactID>)

  public init() { self = .off }

  /// An event from the user or the book.
  public enum Event: Hashable, Sendable {
    case longPressed(ContactID)
    /// "Select" in the menu of the navigation bar.
    case selectChosen
    case tapped(ContactID)
    /// "Select All", with the contacts that the list shows.
    case allChosen([ContactID])
    case removedFromBook([ContactID])
    case toolTapped(Tool)
    case deleteConfirmed
    case done
    case tappedOutside
    case swipedBack
  }

  /// The toolbar above the tab bar.
  public enum Tool: String, CaseIterable, Sendable {
    case addToCircle = "Add to Circle"
    case delete = "Delete"
    case more = "More..."
  }

  /// The app's next action.
  public enum Action: Hashable, Sendable {
    case none
    case openContact(ContactID)
    case pickCircles(for: [ContactID])
    case confirm(String)
    case remove([ContactID])
    case showMenu([String])
  }

  public var isActive: Bool { self != .off }

  public var selected: Set<ContactID> {
    switch self {
    case .off: []
    case .on(let selected): selected
    }
  }

  /// Applies `event`, and returns the app's next action.
  public mutating func receive(_ event: Event) -> Action {
    switch (self, event) {
    case (.off, .longPressed(let id)): self = .on([id])
    case (.off, .selectChosen): self = .on([])
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
    case .delete:
      .confirm("Remove \(selected.count) contacts from Rin? This cannot be undone.")
    case .more: .showMenu(["Export vCards", "Share"])
    }
  }
}
