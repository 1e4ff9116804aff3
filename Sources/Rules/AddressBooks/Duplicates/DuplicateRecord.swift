/// What the search for duplicates reads of a contact; what is not known is empty.
public struct DuplicateRecord: Hashable, Sendable {
  public let id: ContactID
  public var given: String
  public var family: String
  /// Nicknames and middle names.
  public var otherNames: [String]
  /// Numbers in one form, so that equal ones are equal text.
  public var phones: [String]
  public var emails: [String]
  public var address: Address

  /// Where someone lives or works, in the parts that people mistype and swap.
  public struct Address: Hashable, Sendable {
    public var number: String
    public var street: String
    /// A second line: a flat, a house's name.
    public var extra: String
    public var locality: String
    public var postcode: String
    public var region: String

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
