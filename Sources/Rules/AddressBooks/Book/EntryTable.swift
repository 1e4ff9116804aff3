/// A place in the columns of an address book; an entry keeps its place throughout its life.
typealias Slot = UInt32

/// The entries, by place and by id.
struct EntryTable: Sendable {
  private var contacts: [Contact?] = []
  private var slots: [ContactID: Slot] = [:]
  private var free: [Slot] = []

  var count: Int { slots.count }

  /// The number of places, taken and free.
  var capacity: Int { contacts.count }

  subscript(slot: Slot) -> Contact? { contacts[Int(slot)] }

  func slot(of id: ContactID) -> Slot? { slots[id] }

  func id(of slot: Slot) -> ContactID? { contacts[Int(slot)]?.id }

  /// Replaces the entry with the id of `contact`, or inserts it at a place of its own.
  mutating func put(_ contact: Contact) -> Slot {
    if let slot = slots[contact.id] {
      contacts[Int(slot)] = contact
      return slot
    }
    let slot = free.popLast() ?? Slot(contacts.count)
    if Int(slot) == contacts.count { contacts.append(nil) }
    contacts[Int(slot)] = contact
    slots[contact.id] = slot
    return slot
  }

  /// Reserves memory for this many entries.
  mutating func reserve(_ count: Int) {
    contacts.reserveCapacity(count)
    slots.reserveCapacity(count)
  }

  /// Removes an entry and returns its former place.
  mutating func remove(_ id: ContactID) -> Slot? {
    guard let slot = slots.removeValue(forKey: id) else { return nil }
    contacts[Int(slot)] = nil
    free.append(slot)
    return slot
  }
}
