import Vocabulary

extension AddressBook {
  /// The form of what is saved; what an app of another form saved is read anew from the device.
  private static let form = "address book 1"

  /// The book as bytes, to be kept by the app and read when it is launched next.
  ///
  /// Order and index are in it, so that a launch neither sorts nor folds a name.
  public func saved() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.form)
    writer.write(order.collation.version)
    writer.write(removedByUser.sorted()) { $0.write($1.rawValue) }
    // Places that nobody has are not saved: the others move up.
    let taken = (0..<Slot(entries.capacity)).filter { entries[$0] != nil }
    writer.write(taken) { writer, slot in
      if let contact = entries[slot] { writer.write(contact) }
      order.save(slot, to: &writer)
      index.save(slot, to: &writer)
    }
    var places = [Slot](repeating: 0, count: entries.capacity)
    for (place, slot) in taken.enumerated() { places[Int(slot)] = Slot(place) }
    writer.write(order.slots) { $0.write(UInt64(places[Int($1)])) }
    return writer.bytes
  }

  /// Reads a book that was saved; `nil` if it is damaged, of another form, or in the order of
  /// another collation.
  public init?(saved bytes: [UInt8], collation: any Collation = RootCollation()) {
    var reader = ByteReader(bytes)
    guard reader.text() == Self.form, reader.text() == collation.version else { return nil }
    self.init(collation: collation)
    removedByUser = Set(reader.list { ContactID(rawValue: $0.number()) })
    let count = reader.count()
    entries.reserve(count)
    for slot in 0..<Slot(count) where !reader.isBroken {
      let contact = reader.contact()
      guard entries.put(contact) == slot else { return nil }
      order.restore(from: &reader)
      index.restore(slot, from: &reader, numbers: contact.phones)
    }
    let slots = reader.list { $0.number(Slot.self) }
    guard reader.isDone, order.restore(slots, of: count) else { return nil }
  }
}
