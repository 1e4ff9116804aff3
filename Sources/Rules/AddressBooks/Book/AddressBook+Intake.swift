public import Vocabulary

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
