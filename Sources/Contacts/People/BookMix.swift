/// The composition of address books, in proportions of their entries.
public struct BookMix: Hashable, Sendable {
  /// Entries that share family name, address and home number with the previous entry.
  public var sameHousehold = 0.2
  /// Entries with two or more numbers.
  public var severalNumbers = 0.35
  /// Entries with an e-mail address.
  public var emails = 0.5
  /// Entries with a postal address.
  public var addresses = 0.3
  /// Entries with a company.
  public var organisations = 0.2
  /// Entries without a name: a bare number.
  public var nameless = 0.02
  /// Entries of a person who is in the book already.
  public var duplicates = 0.08

  public init() {}
}
