/// What address books are made of, in shares of their entries.
public struct BookMix: Hashable, Sendable {
  /// Who shares family name, address and the number at home with the person before.
  public var sameHousehold = 0.2
  /// Who has two numbers or more.
  public var severalNumbers = 0.35
  /// Who has an e-mail address.
  public var emails = 0.5
  /// Who has a postal address.
  public var addresses = 0.3
  /// Who is entered with a company.
  public var organisations = 0.2
  /// Entries without a name: a bare number.
  public var nameless = 0.02
  /// Entries of somebody who is in the book already.
  public var duplicates = 0.08

  public init() {}
}
