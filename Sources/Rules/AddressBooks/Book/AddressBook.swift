/// The contacts of one user, with the order of their list and the index of their search.
///
/// All three change only through `apply`, so list and search always agree with the book. As a
/// value, a copy held by a screen does not change.
public struct AddressBook: Sendable {
  var entries = EntryTable()
  var order: NameOrder
  var index = SearchIndex()
  /// The contacts that the user removed here although the device still has them; none of them is in
  /// the book.
  public internal(set) var removedByUser: Set<ContactID> = []

  /// Creates a book of `contacts`; of two with one id, the later counts.
  public init(_ contacts: [Contact] = [], collation: any Collation = RootCollation()) {
    order = NameOrder(collation: collation)
    write(contacts.lazy.map(BookEdit.put))
  }

  /// The number of contacts.
  public var count: Int { entries.count }
  /// Whether the book has no contact.
  public var isEmpty: Bool { entries.count == 0 }

  /// The contact with the given id; `nil` if the book has none.
  public subscript(id: ContactID) -> Contact? { entries.slot(of: id).flatMap { entries[$0] } }

  /// The contacts by name.
  public var contacts: some Sequence<Contact> {
    order.slots.lazy.compactMap { entries[$0] }
  }

  /// Applies `edits` in their order, and returns the changes.
  @discardableResult
  public mutating func apply(_ edits: [BookEdit]) -> BookChange {
    var before: [ContactID: Contact?] = [:]
    for edit in edits where before[edit.id] == nil { before[edit.id] = .some(self[edit.id]) }
    write(edits)
    return BookChange(before: before, after: self)
  }

  /// Applies `edits`, and updates order and index.
  private mutating func write(_ edits: some Sequence<BookEdit>) {
    var isTouched = [Bool](repeating: false, count: entries.capacity)
    for edit in edits {
      switch edit {
      case .put(let contact):
        removedByUser.remove(contact.id)
        let slot = Int(entries.put(contact))
        if slot == isTouched.count { isTouched.append(true) } else { isTouched[slot] = true }
      case .remove(let id): if let slot = entries.remove(id) { isTouched[Int(slot)] = true }
      }
    }
    let touched = isTouched.indices.filter { isTouched[$0] }.map(Slot.init)
    index.update(touched, in: entries)
    order.update(touched, in: entries)
  }
}
