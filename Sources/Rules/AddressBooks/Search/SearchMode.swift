import Vocabulary

/// The search bar of a screen, and the content below it.
public struct SearchMode: Sendable {
  /// The content of a screen during a search.
  public enum Shown: Hashable, Sendable {
    /// The bar is empty: the list as it is.
    case wholeList
    /// The contacts that match, at least one.
    case found(SearchResults)
    /// No contact matches; another document defines this screen.
    case nothing
  }

  /// Whether the search is entered, even before the first keystroke.
  public private(set) var isActive = false
  /// The text in the bar after the last keystroke; empty once the search is left.
  public private(set) var text = ""
  /// Whether the text has a word, by which the list and the sections are narrowed.
  public private(set) var isNarrowing = false
  private var search = ContactSearch()

  /// The words in the empty bar.
  public static let placeholder = "Search contacts..."

  /// Creates the search bar as it is at first: empty, and not entered.
  public init() {}

  /// Whether the cancel button is shown, at the bar's trailing end.
  public var showsCancel: Bool { isActive }

  /// Whether the keyboard is up.
  public var showsKeyboard: Bool { isActive }

  /// Enters the search: the same screen in another state.
  public mutating func begin() { isActive = true }

  /// Updates the search after a keystroke, and searches the given book only.
  public mutating func type(_ text: String, in book: AddressBook, limit: Int = 50) -> Shown {
    self.text = text
    let results = search.find(text, in: book, limit: limit)
    isNarrowing = results != nil
    guard let results else { return .wholeList }
    return results.total == 0 ? .nothing : .found(results)
  }

  /// Returns whether a card about the contact stays in its section: without a text all do.
  public func keeps(_ id: ContactID, of book: AddressBook) -> Bool {
    !isNarrowing || search.hasFound(id, in: book)
  }

  /// Leaves the search; the whole list is shown again.
  public mutating func cancel() {
    isActive = false
    isNarrowing = false
    text = ""
  }
}

extension ContactRules {
  static let search: [Rule] = [
    Rule("SRH-01", "The bar says \"Search contacts...\"."),
    Rule("SRH-02", "A tap on the bar changes the state of the screen, not the screen."),
    Rule(
      "SRH-03", "After every character the list shows what matches, and sections their cards of it."
    ),
    Rule("SRH-04", "During a search there is a cancel button, and the keyboard is up."),
    Rule("SRH-05", "Cancelling brings the whole list back."),
    Rule("SRH-08", "A search looks at names, numbers and e-mail addresses."),
  ]
}
