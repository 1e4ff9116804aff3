public import Vocabulary

/// The people of the market, and their acquaintances.
public struct Market: Hashable, Sendable {
  /// The number of people in the market, members or not.
  public var people = 100_000
  /// The number of people in a community, where most acquaintances live.
  ///
  /// In a community of one person, these acquaintances do not exist.
  public var communitySize = 500
  /// The proportion of acquaintances in the same community, from 0 to 1.
  public var communityShare = 0.8
  /// The median number of contacts on a phone.
  public var contactsMedian = 150.0
  /// The standard deviation of the logarithm of that number.
  public var contactsSigma = 1.1
  /// The suggested duplicates per contact of an address book.
  public var suggestionsPerContact = 0.015
  /// The acquaintances, if they are given; communities and numbers of contacts are not drawn then.
  public var acquaintances: EdgeList?
  /// Whether each given pair stands for both directions.
  public var areMutual = false
  /// The clock by which members' days and weeks end, all over the market.
  public var zone = CivilZone.utc
  /// The proportion of people whose phone runs the app.
  public var iOSShare = 0.57

  public init() {}
}
