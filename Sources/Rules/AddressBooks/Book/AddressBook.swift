/// The contacts of one user, with the order of their list and the index of their search.
///
/// All three change through one door, `apply`, so that neither list nor search is ever out of step
/// with the book. A value: what a screen holds does not change under it.
public struct AddressBook: Sendable {
  var entries = EntryTable()
  var order: NameOrder
  var index = SearchIndex()
  /// What the user removed here although the device still has it.
  public internal(set) var removedByUser: Set<ContactID> = []

  /// Makes a book of `contacts`; of two with one id, the later counts.
  public init(_ contacts: [Contact] = [], collation: any Collation = RootCollation()) {
    order = NameOrder(collation: collation)
    write(contacts.lazy.map(BookEdit.put))
  }

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.count == 0 }

  public subscript(id: ContactID) -> Contact? { entries.slot(of: id).flatMap { entries[$0] } }

  /// The contacts by name.
  public var contacts: some Sequence<Contact> {
    order.slots.lazy.compactMap { entries[$0] }
  }

  /// Makes `edits` in their order, and tells what is different afterwards.
  @discardableResult
  public mutating func apply(_ edits: [BookEdit]) -> BookChange {
    var before: [ContactID: Contact?] = [:]
    for edit in edits where before[edit.id] == nil { before[edit.id] = .some(self[edit.id]) }
    write(edits)
    return BookChange(before: before, after: self)
  }

  /// Makes `edits`, and brings order and index after them.
  private mutating func write(_ edits: some Sequence<BookEdit>) {
    var isTouched = [Bool](repeating: false, count: entries.capacity)
    for edit in edits {
      switch edit {
      case .put(let contact):
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
