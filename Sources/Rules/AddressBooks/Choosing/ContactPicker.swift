import Vocabulary

/// The list of an invite's picker: the contacts by name, a search, and who is ticked.
///
/// It holds no more than the contacts in memory, and gives nothing but their ids away.
public struct ContactPicker: Sendable {
  /// What becomes of contacts that have neither a number nor an e-mail address.
  public enum Unreachable: String, CaseIterable, Sendable {
    case listed
    /// In the list, without a box to tick.
    case shownOnly
    case leftOut
  }

  private let book: AddressBook
  private let list: ContactList
  private var search = ContactSearch()
  private let unreachable: Unreachable
  public private(set) var ticked: Set<ContactID> = []

  /// Makes the picker of `contacts`.
  public init(
    _ contacts: [Contact], unreachable: Unreachable = .listed,
    collation: any Collation = RootCollation()
  ) {
    let listed = unreachable == .leftOut ? contacts.filter(\.isReachable) : contacts
    book = AddressBook(listed, collation: collation)
    list = book.list()
    self.unreachable = unreachable
  }

  /// How many contacts there are to choose from.
  public var count: Int { list.count }

  /// The contact of a row, while nothing is searched.
  public subscript(row: Int) -> Contact { list[row] }

  /// Whom the text in the search bar finds; `nil` for the whole list.
  public mutating func find(_ text: String) -> SearchResults? { search.find(text, in: book) }

  public func canTick(_ id: ContactID) -> Bool {
    guard let contact = book[id] else { return false }
    return unreachable == .listed || contact.isReachable
  }

  /// Ticks or unticks a contact; ticks outlive every search.
  public mutating func toggle(_ id: ContactID) {
    guard canTick(id) else { return }
    ticked.formSymmetricDifference([id])
  }

  /// The number on the way on, in sight even where the ticked are not; `nil` for none.
  public var badge: Int? { ticked.isEmpty ? nil : ticked.count }
}

extension ContactRules {
  static let picker: [Rule] = [
    Rule(
      "D-PCK-14", "Whom no invite can reach is listed like all others, unless a setting says so.")
  ]
}
