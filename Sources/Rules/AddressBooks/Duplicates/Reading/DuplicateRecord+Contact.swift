extension DuplicateRecord {
  /// Reads what a contact tells; of several addresses the primary one.
  public init(_ contact: Contact) {
    self.init(
      id: contact.id, given: contact.name.given, family: contact.name.family,
      otherNames: [contact.name.middle, contact.name.nickname].filter { !$0.isEmpty },
      phones: contact.phones.map(\.digits.description), emails: contact.emails,
      address: contact.addresses.first.map(Address.init) ?? Address())
  }
}

extension DuplicateRecord.Address {
  /// Reads an address whose house number stands before or behind the street.
  init(_ address: PostalAddress) {
    let words = address.street.split(separator: " ")
    let number = [words.first, words.last].compactMap(\.self).first {
      $0.contains(where: \.isNumber)
    }
    let place = number.flatMap { number in words.firstIndex { $0 == number } }
    let street = words.indices.filter { $0 != place }.map { words[$0] }
    self.init(
      number: number.map(String.init) ?? "", street: street.joined(separator: " "),
      extra: address.extra, locality: address.city, postcode: address.postalCode,
      region: address.region)
  }
}
