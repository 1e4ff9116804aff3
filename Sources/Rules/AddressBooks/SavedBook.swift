import Vocabulary

/// A reader of the bytes that a `VarintWriter` wrote.
///
/// Past the end, and at a value of an unexpected kind, it reads zeros and records the error. A
/// damaged file is thus detected once, at its end.
struct VarintReader {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read without an error.
  var isDone: Bool { !isBroken && place == bytes.count }

  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    isBroken = true
    return 0
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    guard let number = Number(exactly: number()) else { return broken(0) }
    return number
  }

  /// Reads the number of elements that follow, each of at least one byte.
  mutating func count() -> Int {
    let count = number()
    guard count <= bytes.count - place else { return broken(0) }
    return Int(count)
  }

  /// Reads the bytes of a text or a key.
  mutating func raw() -> ArraySlice<UInt8> {
    let count = count()
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func text() -> String { String(decoding: raw(), as: UTF8.self) }

  mutating func list<Element>(_ each: (inout VarintReader) -> Element) -> [Element] {
    let count = count()
    guard count > 0 else { return [] }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    while elements.count < count, !isBroken { elements.append(each(&self)) }
    return elements
  }

  mutating func choice<Choice: CaseIterable>(_ type: Choice.Type) -> Choice
  where Choice.AllCases == [Choice] {
    let place = number(Int.self)
    let all = Choice.allCases
    guard all.indices.contains(place) else { return broken(all[0]) }
    return all[place]
  }

  /// Records an error, and returns the value to use instead.
  mutating func broken<Value>(_ value: Value) -> Value {
    isBroken = true
    return value
  }
}

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

extension VarintWriter {
  mutating func write(_ contact: Contact) {
    write(contact.id.rawValue)
    write(contact.name)
    write(contact.phones) { writer, phone in
      writer.write(Phone.Label.allCases.place(of: phone.label))
      writer.write(phone.text)
      // The digits occupy the top of the word.
      writer.write(phone.digits.packed.byteSwapped)
    }
    write(contact.emails) { $0.write($1) }
    write(contact.addresses) { writer, address in
      for path in PostalAddress.parts { writer.write(address[keyPath: path]) }
    }
    write(contact.birthday.map { [$0] } ?? []) { writer, birthday in
      writer.write(UInt64(UInt16(bitPattern: birthday.year ?? .min)))
      writer.write(UInt64(birthday.month))
      writer.write(UInt64(birthday.day))
    }
    write(ContactSource.allCases.place(of: contact.source))
    write(UInt64(truncatingIfNeeded: contact.circles.bits))
    write(UInt64(truncatingIfNeeded: contact.circles.bits >> 64))
    write(contact.enriched.members) { $0.write(UInt64($1.rawValue)) }
    write(contact.hasPhoto ? 1 : 0)
    write(UInt64(bitPattern: contact.addedAt.milliseconds))
    write(UInt64(bitPattern: contact.updatedAt.milliseconds))
  }

  private mutating func write(_ name: PersonName) {
    write(name.given)
    write(name.middle)
    write(name.family)
    write(name.nickname)
    write(name.organisation)
  }
}

extension VarintReader {
  mutating func contact() -> Contact {
    var contact = Contact(id: ContactID(rawValue: number()))
    contact.name = PersonName(
      given: text(), middle: text(), family: text(), nickname: text(), organisation: text())
    contact.phones = list { reader in
      let (label, text) = (reader.choice(Phone.Label.self), reader.text())
      return Phone(text, label: label, digits: PhoneDigits(packed: reader.number().byteSwapped))
    }
    contact.emails = list { $0.text() }
    contact.addresses = list { reader in
      var address = PostalAddress()
      for path in PostalAddress.parts { address[keyPath: path] = reader.text() }
      return address
    }
    contact.birthday = list { $0.birthday() }.first
    contact.source = choice(ContactSource.self)
    contact.circles.bits = UInt128(number()) | UInt128(number()) << 64
    for field in list({ ContactField(rawValue: $0.number(UInt8.self)) }) {
      guard let field else { return broken(contact) }
      contact.enriched.insert(field)
    }
    contact.hasPhoto = number() == 1
    contact.addedAt = Instant(milliseconds: Int64(bitPattern: number()))
    contact.updatedAt = Instant(milliseconds: Int64(bitPattern: number()))
    return contact
  }

  private mutating func birthday() -> Birthday {
    let year = Int16(bitPattern: number(UInt16.self))
    return Birthday(
      year: year == .min ? nil : year, month: number(UInt8.self), day: number(UInt8.self))
  }
}

extension PostalAddress {
  fileprivate static var parts: [WritableKeyPath<PostalAddress, String>] {
    [\.street, \.extra, \.city, \.region, \.postalCode, \.country]
  }
}

extension Collection where Element: Equatable, Index == Int {
  /// Returns the place of `element`, which must be present.
  fileprivate func place(of element: Element) -> Int {
    guard let place = firstIndex(of: element) else { preconditionFailure("no \(element) here") }
    return place
  }
}

/// A writer of values one after the other, small numbers in few bytes.
struct VarintWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes seven bits in a byte, the lowest first; the eighth bit marks a continuation.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ count: Int) { write(UInt64(count)) }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  mutating func write(_ raw: some Collection<UInt8>) {
    write(raw.count)
    bytes += raw
  }

  /// Writes a list: the count, then each element.
  mutating func write<Elements: Collection>(
    _ elements: Elements, each: (inout VarintWriter, Elements.Element) -> Void
  ) {
    write(elements.count)
    for element in elements { each(&self, element) }
  }
}
