/// The fields of a contact that the search for duplicates reads; unknown ones are empty.
public struct DuplicateRecord: Hashable, Sendable {
  /// The id of the contact, as the findings report it.
  public let id: ContactID
  /// The given name; if there is no surname, the text after its last blank is taken as one.
  public var given: String
  /// The surname; without a given name, the text before its last blank is taken as one.
  public var family: String
  /// Nicknames and middle names.
  public var otherNames: [String]
  /// Numbers in one form, so that equal ones are equal text.
  public var phones: [String]
  /// The e-mail addresses; upper and lower case are equal.
  public var emails: [String]
  /// The one postal address that is compared.
  public var address: Address

  /// A postal address of a person, in the parts that people mistype and swap.
  public struct Address: Hashable, Sendable {
    /// The house number.
    public var number: String
    /// The street without the house number.
    public var street: String
    /// A second line: a flat, a house's name.
    public var extra: String
    /// The town or suburb.
    public var locality: String
    /// The postal code, weighed together with the locality.
    public var postcode: String
    /// The state or province.
    public var region: String

    /// Creates an address from its known parts.
    public init(
      number: String = "", street: String = "", extra: String = "", locality: String = "",
      postcode: String = "", region: String = ""
    ) {
      self.number = number
      self.street = street
      self.extra = extra
      self.locality = locality
      self.postcode = postcode
      self.region = region
    }
  }

  /// Creates a record from its known fields.
  public init(
    id: ContactID, given: String = "", family: String = "", otherNames: [String] = [],
    phones: [String] = [], emails: [String] = [], address: Address = Address()
  ) {
    self.id = id
    self.given = given
    self.family = family
    self.otherNames = otherNames
    self.phones = phones
    self.emails = emails
    self.address = address
  }
}

extension DuplicateRecord {
  /// Creates a record from a contact; of several addresses it uses the primary one.
  public init(_ contact: Contact) {
    self.init(
      id: contact.id, given: contact.name.given, family: contact.name.family,
      otherNames: [contact.name.middle, contact.name.nickname].filter { !$0.isEmpty },
      phones: contact.phones.map(\.digits.description), emails: contact.emails,
      address: contact.addresses.first.map(Address.init) ?? Address())
  }
}

extension DuplicateRecord.Address {
  /// Creates an address from one whose house number stands before or behind the street.
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
