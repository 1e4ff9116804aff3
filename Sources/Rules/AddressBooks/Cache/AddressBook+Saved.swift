import Vocabulary

extension AddressBook {
  /// The format of the saved bytes; an app with another format reads the contacts from the device
  /// again.
  private static let form = "address book 1"

  /// Returns the book as bytes, which the app keeps and reads at its next launch.
  ///
  /// They contain order and index, so a launch neither sorts nor folds names.
  public func saved() -> [UInt8] {
    var writer = VarintWriter()
    writer.write(Self.form)
    writer.write(order.collation.version)
    writer.write(removedByUser.sorted()) { $0.write($1.rawValue) }
    // Free places are not saved: the others move up.
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

  /// Creates a book from saved bytes; `nil` if they are damaged, of another format, or in the order
  /// of another collation.
  public init?(saved bytes: [UInt8], collation: any Collation = RootCollation()) {
    var reader = VarintReader(bytes)
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
