public import Vocabulary

/// How recipients' devices look to a matcher.
///
/// Nobody publishes these shares: where no source is named, they are assumptions (grade D).
public struct Devices: Hashable, Sendable {
  /// Whether a phone is known again by what it is, and not by how it looks: its owner's clicks are then
  /// found exactly, but for the rates that the profile sets.
  public var areIdentified = true
  /// The share of people behind an address that many share, as on cellular networks.
  public var behindSharedAddress = 0.5
  /// The number of people behind such an address.
  ///
  /// That carriers do so is sourced (Richter et al., 2016; CAIDA, 2018: grade A), the number is not.
  public var peoplePerAddress = 60
  /// The number of people behind the address of a home: about a household (grade B).
  public var peoplePerHome = 2.5
  /// How long a carrier keeps a phone at one address.
  ///
  /// This and `networkSwitch` were chosen to lose as many matches as a study of our own did that knew
  /// who really clicked.
  public var addressLease = Interval.hours(60)
  /// The chance that the app is first launched in the other network of its owner: the carrier's
  /// where the link was tapped at home, or the other way round.
  public var networkSwitch = 0.09
  /// The share of shared addresses that the matching service knows to be shared.
  public var knownSharedAddresses = 0.0
  /// The models that a page can tell apart, by the screen: about a dozen sizes are in use.
  public var models = Variety(count: 12, exponent: 0.7)
  /// The versions of the system in use.
  public var systemVersions = Variety(count: 12, exponent: 1)
  public var languages = Variety(count: 12, exponent: 1)
  /// The regions of a language, as in `en-US` and `en-GB`.
  public var regions = Variety(count: 4, exponent: 2)
  public var timeZones = Variety(count: 4, exponent: 1)
  /// The share of people whose web view names another locale than the device.
  ///
  /// That it happens is sourced (firebase-ios-sdk #10786: grade A), how often is not.
  public var languageMismatch = 0.05
  /// The share of these who are told another language, and not only another region.
  public var mismatchBeyondRegion = 0.2
  /// The share of people who tap links in a browser of another family than the app's web view.
  public var otherBrowser = 0.1
  /// The share of people whose browser hides the screen and what a page infers from it.
  public var hiddenScreen = 0.02

  public init() {}
}
