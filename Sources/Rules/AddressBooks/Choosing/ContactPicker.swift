import Vocabulary

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
