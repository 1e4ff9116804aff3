import AddressBooks
import TestSupport
import Vocabulary

/// A device and the book that follows it, through all that can happen to both.
struct BookLife {
  private(set) var people: RandomPeople
  private(set) var book = AddressBook()
  private(set) var ledger = MergeLedger()
  /// What the device has.
  private(set) var device: [ContactID: Contact] = [:]
  /// What the book is to have, kept without order and index.
  private(set) var expected: [ContactID: Contact] = [:]
  private var deleted: Set<ContactID> = []
  private var day: Int64 = 40

  init(seed: UInt64, contacts: Int) {
    people = RandomPeople(seed: seed)
    for id in 0..<UInt64(contacts) {
      device[ContactID(rawValue: id)] = people.contact(ContactID(rawValue: id))
    }
    importAll()
  }

  enum Event: CaseIterable {
    case wholeImport
    case merge
    case undo
    case delete
    case sync
  }

  /// Lets something happen, and returns what.
  mutating func live() -> Event {
    day += 1
    let event = people.pick(Event.allCases)
    switch event {
    case .wholeImport: importAll()
    case .merge: merge()
    case .undo: undo()
    case .delete: delete()
    case .sync: sync()
    }
    return event
  }

  /// Whoever is on the device is in the book: as an entry, in a merged one, or removed by the user.
  var lost: [ContactID] {
    device.keys.filter { id in
      let entry = ledger.current(id)
      return book[entry] == nil && !deleted.contains(entry) && !deleted.contains(id)
    }
  }

  private mutating func some(_ most: UInt64, of ids: [ContactID]) -> [ContactID] {
    let ids = ids.sorted()
    guard !ids.isEmpty else { return [] }
    return Set((0..<1 + people.chance.next() % most).map { _ in people.pick(ids) }).sorted()
  }

  private mutating func importAll() {
    var whole = BookImport()
    let all = device.values.sorted { $0.id < $1.id }
    for start in stride(from: 0, to: all.count, by: 100) {
      let batch = Array(all[start..<min(start + 100, all.count)])
      whole.take(batch, into: &book, at: noon(day), merges: ledger)
    }
    whole.finish(in: &book, at: noon(day), merges: ledger)
    let gone = expected.values.filter { $0.source == .device && device[$0.id] == nil }.map(\.id)
    follow(reported: all, gone: gone)
  }

  private mutating func sync() {
    var delta = SyncDelta()
    for id in some(40, of: Array(device.keys)) {
      device[id] = people.contact(id)
      delta.contacts += device[id].map { [$0] } ?? []
    }
    for _ in 0..<people.chance.next() % 6 {
      let contact = people.contact(ContactID(rawValue: 10_000 + people.chance.next() % 100_000))
      device[contact.id] = contact
      delta.contacts.append(contact)
    }
    let named = Set(delta.contacts.map(\.id))
    delta.removed = some(6, of: device.keys.filter { !named.contains($0) })
    for id in delta.removed { device[id] = nil }
    book.take(delta, at: noon(day), merges: ledger)
    // A report that is sent twice changes nothing more.
    book.take(delta, at: noon(day), merges: ledger)
    follow(reported: delta.contacts, gone: delta.removed)
  }

  /// What the rules say of a report, contact by contact.
  private mutating func follow(reported: [Contact], gone: [ContactID]) {
    for contact in reported where !ledger.holds(contact.id) && !deleted.contains(contact.id) {
      var taken = contact
      taken.addedAt = noon(day)
      taken.updatedAt = noon(day)
      if let known = expected[contact.id] {
        taken.circles = known.circles.union(contact.circles)
        taken.addedAt = known.addedAt
        taken.updatedAt = known.updatedAt
        if taken != known { taken.updatedAt = noon(day) }
      }
      expected[contact.id] = taken
    }
    for id in gone where !ledger.holds(id) {
      expected[id] = nil
      deleted.remove(id)
    }
  }

  private mutating func merge() {
    for _ in 0..<3 {
      let entries = some(3, of: Array(expected.keys)).compactMap { expected[$0] }
      guard let merge = ledger.merge(entries) else { continue }
      book.apply(
        [.put(merge.merged)] + merge.originals.dropFirst().map { .remove($0.id) })
      for original in merge.originals { expected[original.id] = nil }
      expected[merge.merged.id] = merge.merged
    }
  }

  /// Undoes what can be undone, and imports.
  mutating func undoAll() {
    while expected.keys.contains(where: { ledger.latestMerge(into: $0) != nil }) { undo() }
    importAll()
  }

  private mutating func undo() {
    let merged = expected.keys.filter { ledger.latestMerge(into: $0) != nil }.sorted()
    guard !merged.isEmpty, let originals = ledger.undo(people.pick(merged)) else { return }
    book.apply(originals.map(BookEdit.put))
    for original in originals { expected[original.id] = original }
  }

  private mutating func delete() {
    let ids = some(8, of: Array(expected.keys))
    book.removeByUser(ids)
    for id in ids { expected[id] = nil }
    deleted.formUnion(ids)
  }
}
