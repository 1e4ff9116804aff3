import Vocabulary

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
