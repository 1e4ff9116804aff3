/// The people there are, and whom they know.
public struct Market: Hashable, Sendable {
  /// The number of people who could ever join.
  public var people = 100_000
  /// The number of people in a community; acquaintances are mostly of one's own.
  ///
  /// Where that has no other people, these acquaintances do not exist.
  public var communitySize = 500
  /// The share of acquaintances who are of one's own community, from 0 to 1.
  public var communityShare = 0.8
  /// The number of contacts on a phone: half have fewer than the median.
  public var contactsMedian = 150.0
  /// The spread of the logarithm of the number of contacts.
  public var contactsSigma = 1.1
  /// The duplicates that are suggested in an address book, for each contact of it.
  public var suggestionsPerContact = 0.015
  /// Who knows whom, where it is given; then neither communities nor numbers of contacts are drawn.
  public var acquaintances: EdgeList?
  /// The share of people whose phone the app runs on.
  public var iOSShare = 0.57

  public init() {}
}
