public import Vocabulary

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
