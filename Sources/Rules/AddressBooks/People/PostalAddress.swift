/// A postal address; an unknown part is empty.
public struct PostalAddress: Hashable, Sendable {
  /// Street and number.
  public var street: String
  /// A second line: a flat, a house's name.
  public var extra: String
  /// The town or city.
  public var city: String
  /// The state or province.
  public var region: String
  /// The postal code, as written.
  public var postalCode: String
  /// The country, by name or by code as written.
  public var country: String

  /// Creates an address from its known parts.
  public init(
    street: String = "", extra: String = "", city: String = "", region: String = "",
    postalCode: String = "", country: String = ""
  ) {
    self.street = street
    self.extra = extra
    self.city = city
    self.region = region
    self.postalCode = postalCode
    self.country = country
  }
}
