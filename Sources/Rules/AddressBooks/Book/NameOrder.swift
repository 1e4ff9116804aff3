/// The entries in the order of the list, maintained by merging changes into the sorted places.
struct NameOrder: Sendable {
  let collation: any Collation
  /// The places of the entries, from the first heading to the last.
  private(set) var slots: [Slot] = []
  /// The position of each entry in that order, by its place.
  private(set) var places: [UInt32] = []
  /// The heading and the first seven bytes of each key, enough to distinguish most names.
  private var heads: [UInt64] = []
  private var keys = TextStore<UInt8>()
  private var spans: [TextStore<UInt8>.Span] = []

  /// The heading of names that begin with no letter of the collation.
  static let otherLetter = UInt8.max

  init(collation: any Collation) { self.collation = collation }

  /// Moves the entries in `touched` to their positions; deleted ones leave the order.
  mutating func update(_ touched: [Slot], in entries: EntryTable) {
    guard !touched.isEmpty else { return }
    grow(to: entries.capacity)
    var isTouched = [Bool](repeating: false, count: entries.capacity)
    for slot in touched { isTouched[Int(slot)] = true }
    slots.removeAll { isTouched[Int($0)] }
    var arriving: [Slot] = []
    for slot in touched {
      keys.giveUp(spans[Int(slot)])
      spans[Int(slot)] = TextStore.Span(start: 0, count: 0)
      guard let contact = entries[slot] else { continue }
      enter(contact, at: slot)
      arriving.append(slot)
    }
    if keys.isWasteful { tidy() }
    arriving.sort { precedes($0, $1) }
    merge(arriving)
    number()
  }

  private mutating func grow(to capacity: Int) {
    while spans.count < capacity {
      spans.append(TextStore.Span(start: 0, count: 0))
      heads.append(0)
    }
  }

  private mutating func number() {
    while places.count < spans.count { places.append(0) }
    for (place, slot) in slots.enumerated() { places[Int(slot)] = UInt32(place) }
  }

  private mutating func enter(_ contact: Contact, at slot: Slot) {
    var key: [UInt8] = []
    // A nameless entry is listed by its number, and so among the digits.
    collation.appendKey(of: contact.title, to: &key)
    let letter = contact.name.display.flatMap(collation.letter(of:)).map(UInt8.init)
    heads[Int(slot)] = Self.head(letter ?? Self.otherLetter, key[...])
    // Of two entries with one name, the older id comes first, in every history of the book.
    key.append(0)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      key.append(UInt8(truncatingIfNeeded: contact.id.rawValue >> shift))
    }
    spans[Int(slot)] = keys.append(key)
  }

  private static func head(_ letter: UInt8, _ key: ArraySlice<UInt8>) -> UInt64 {
    let first = key.prefix(7).reduce(UInt64(letter)) { $0 << 8 | UInt64($1) }
    return first << (8 * UInt64(7 - min(7, key.count)))
  }

  private mutating func merge(_ arriving: [Slot]) {
    guard !arriving.isEmpty else { return }
    var merged: [Slot] = []
    merged.reserveCapacity(slots.count + arriving.count)
    var next = 0
    for slot in slots {
      while next < arriving.count, precedes(arriving[next], slot) {
        merged.append(arriving[next])
        next += 1
      }
      merged.append(slot)
    }
    slots = merged + arriving[next...]
  }

  private mutating func tidy() {
    var fresh = TextStore<UInt8>()
    for place in spans.indices { spans[place] = fresh.append(keys[spans[place]]) }
    keys = fresh
  }

  /// Returns whether the entry at `left` stands before that at `right`.
  func precedes(_ left: Slot, _ right: Slot) -> Bool {
    let (one, other) = (heads[Int(left)], heads[Int(right)])
    if one != other { return one < other }
    return keys.precedes(spans[Int(left)], spans[Int(right)]) ?? false
  }

  /// Returns the heading of an entry: a place among the collation's letters, or `otherLetter`.
  func letter(of slot: Slot) -> UInt8 { UInt8(heads[Int(slot)] >> 56) }
}

extension NameOrder {
  /// The bytes at the end of each key: a zero and an id.
  private static let idBytes = 9

  /// Writes the heading and the key of one entry.
  func save(_ slot: Slot, to writer: inout VarintWriter) {
    writer.write(UInt64(letter(of: slot)))
    writer.write(keys[spans[Int(slot)]])
  }

  /// Reads the next entry that `save` wrote.
  mutating func restore(from reader: inout VarintReader) {
    let letter = reader.number(UInt8.self)
    let key = reader.raw()
    guard key.count >= Self.idBytes, letter == Self.otherLetter || letter < collation.letters.count
    else { return reader.broken(()) }
    heads.append(Self.head(letter, key.dropLast(Self.idBytes)))
    spans.append(keys.append(key))
  }

  /// Restores the order of `count` entries; `false` if it is not a permutation of them.
  mutating func restore(_ order: [Slot], of count: Int) -> Bool {
    var isSeen = [Bool](repeating: false, count: count)
    for slot in order {
      guard slot < count, !isSeen[Int(slot)] else { return false }
      isSeen[Int(slot)] = true
    }
    slots = order
    number()
    return order.count == count
  }
}

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
