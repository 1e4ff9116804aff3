/// An edit of an address book.
public enum BookEdit: Hashable, Sendable {
  /// Inserts a contact, or replaces the one with its id.
  case put(Contact)
  /// Removes the contact with this id; an absent one changes nothing.
  case remove(ContactID)

  var id: ContactID {
    switch self {
    case .put(let contact): contact.id
    case .remove(let id): id
    }
  }
}

/// The changes of a book after edits, by id: the rows of a list to insert, redraw and delete.
public struct BookChange: Hashable, Sendable {
  /// The contacts that are new to the book, in the order of their ids.
  public private(set) var inserted: [ContactID] = []
  /// The contacts with a different field than before, in the order of their ids.
  public private(set) var updated: [ContactID] = []
  /// The contacts that left the book, in the order of their ids.
  public private(set) var removed: [ContactID] = []

  init(before: [ContactID: Contact?], after book: AddressBook) {
    for id in before.keys.sorted() {
      switch (before[id] ?? nil, book[id]) {
      case (nil, nil): continue
      case (nil, .some): inserted.append(id)
      case (.some, nil): removed.append(id)
      case (let old, let new): if old != new { updated.append(id) }
      }
    }
  }

  /// Whether every contact is as it was before the edits.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty }

  /// The number of changed contacts.
  public var count: Int { inserted.count + updated.count + removed.count }
}
