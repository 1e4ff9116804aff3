public import Vocabulary

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

/// A report of the device's address book: new, changed and deleted contacts.
public struct SyncDelta: Hashable, Sendable {
  /// The new and changed contacts, each with all that the device has of it.
  public var contacts: [Contact]
  /// The contacts that the device no longer has.
  public var removed: [ContactID]

  /// Creates a report; by default an empty one.
  public init(contacts: [Contact] = [], removed: [ContactID] = []) {
    self.contacts = contacts
    self.removed = removed
  }
}

/// The treatment of contacts that the user removed in the app while the device still has them.
public enum RemovedContacts: String, CaseIterable, Sendable {
  /// They stay removed until the user adds them again.
  case stayAway
  /// The next report of the device brings them back.
  case comeBack
}

extension AddressBook {
  /// Applies a report of the device.
  ///
  /// Applying the same report twice has no further effect, so a failed sync is simply run again.
  /// The user's own changes are kept: circles, and the network's additions. A report does not
  /// remove contacts that come from another source. Entries in `merges` stay as merged; they follow
  /// the device again once the merge is undone.
  @discardableResult
  public mutating func take(
    _ delta: SyncDelta, at now: Instant, removed policy: RemovedContacts = .stayAway,
    merges: MergeLedger = MergeLedger()
  ) -> BookChange {
    var edits: [BookEdit] = []
    for reported in delta.contacts where !merges.holds(reported.id) {
      if policy == .stayAway, removedByUser.contains(reported.id) { continue }
      if let edit = intake(of: reported, at: now) { edits.append(.put(edit)) }
    }
    for id in delta.removed where !merges.holds(id) {
      removedByUser.remove(id)
      if self[id]?.source == .device { edits.append(.remove(id)) }
    }
    return apply(edits)
  }

  /// Returns the contact after a report; `nil` if the report changes nothing.
  private func intake(of reported: Contact, at now: Instant) -> Contact? {
    var contact = reported
    guard let known = self[reported.id] else {
      contact.addedAt = now
      contact.updatedAt = now
      return contact
    }
    contact.source = known.source
    contact.circles = known.circles.union(reported.circles)
    contact.enriched = known.enriched.union(reported.enriched)
    contact.addedAt = known.addedAt
    contact.updatedAt = known.updatedAt
    guard contact != known else { return nil }
    contact.updatedAt = now
    return contact
  }

  /// Removes contacts at the user's request, from this book only.
  @discardableResult
  public mutating func removeByUser(_ ids: some Sequence<ContactID>) -> BookChange {
    let gone = ids.filter { self[$0] != nil }
    for id in gone where self[id]?.source == .device { removedByUser.insert(id) }
    return apply(gone.map(BookEdit.remove))
  }
}

extension ContactRules {
  static let intake: [Rule] = [
    Rule("PTR-11", "After a sync the list has what is new and different, and not what is gone."),
    Rule("OFF-07", "A sync that fails leaves all that was there."),
    Rule("OFF-08", "The same report twice gives the same book as once."),
    Rule("SEL-12", "Removing is from here alone; the device keeps the contact, and it stays away."),
  ]
}

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

/// An import of a whole address book, batch by batch.
///
/// Each batch is in the list as soon as it arrives. Only a completed import removes contacts: an
/// interrupted one removes none.
///
/// An app needs it to read the device's address book in batches.
public struct BookImport: Hashable, Sendable {
  private var seen: Set<ContactID> = []

  /// Creates an import that waits for its first batch.
  public init() {}

  /// Applies the next batch.
  @discardableResult
  public mutating func take(
    _ batch: [Contact], into book: inout AddressBook, at now: Instant,
    removed policy: RemovedContacts = .stayAway, merges: MergeLedger = MergeLedger()
  ) -> BookChange {
    seen.formUnion(batch.lazy.map(\.id))
    return book.take(SyncDelta(contacts: batch), at: now, removed: policy, merges: merges)
  }

  /// Ends the import, and removes the device's contacts that it did not contain.
  ///
  /// The book also forgets that the user removed such a contact.
  @discardableResult
  public consuming func finish(
    in book: inout AddressBook, at now: Instant, merges: MergeLedger = MergeLedger()
  ) -> BookChange {
    var gone = book.contacts.filter { $0.source == .device && !seen.contains($0.id) }.map(\.id)
    gone += book.removedByUser.subtracting(seen)
    return book.take(SyncDelta(removed: gone), at: now, merges: merges)
  }
}
