/// A postal address; an unknown part is empty.
public struct PostalAddress: Hashable, Sendable {
  /// Street and number.
  public var street: String
  /// A second line: a flat, a house's name.
  public var extra: String
  public var city: String
  public var region: String
  public var postalCode: String
  public var country: String

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
