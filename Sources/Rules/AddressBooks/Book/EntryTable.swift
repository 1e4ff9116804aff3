/// A place in the columns of an address book; an entry keeps its own as long as it lives.
typealias Slot = UInt32

/// The entries themselves, by place and by id.
struct EntryTable: Sendable {
  private var contacts: [Contact?] = []
  private var slots: [ContactID: Slot] = [:]
  private var free: [Slot] = []

  var count: Int { slots.count }

  /// How many places there are, taken and free.
  var capacity: Int { contacts.count }

  subscript(slot: Slot) -> Contact? { contacts[Int(slot)] }

  func slot(of id: ContactID) -> Slot? { slots[id] }

  func id(of slot: Slot) -> ContactID? { contacts[Int(slot)]?.id }

  /// Enters `contact` where its id stands already, or in a place of its own.
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

  /// Makes room for so many entries.
  mutating func reserve(_ count: Int) {
    contacts.reserveCapacity(count)
    slots.reserveCapacity(count)
  }

  /// Takes an entry out and returns the place that it had.
  mutating func remove(_ id: ContactID) -> Slot? {
    guard let slot = slots.removeValue(forKey: id) else { return nil }
    contacts[Int(slot)] = nil
    free.append(slot)
    return slot
  }
}
