import RandomStreams
public import Vocabulary

/// The number of values of a trait among people, and their inequality.
public struct Variety: Hashable, Sendable {
  /// At least 1.
  public var count: Int
  /// The exponent s of Zipf's law: the value of rank r is drawn in proportion to 1 / r^s; 0 makes
  /// all equal.
  public var exponent: Double

  public init(count: Int, exponent: Double) {
    self.count = count
    self.exponent = exponent
  }
}

extension Variety {
  /// The chance that two people have the same value.
  public var agreement: Double {
    let weights = weights
    let total = weights.reduce(0, +)
    return weights.reduce(0) { $0 + ($1 / total) * ($1 / total) }
  }

  /// The choice of a rank, counted from 0.
  var choice: Categorical {
    precondition(count >= 1, "a variety of \(count) values leaves none to choose")
    return Categorical.certain(try .init(weights: weights))
  }

  private var weights: [Double] {
    (0..<count).map { Double.exp(-exponent * Double.log(Double($0 + 1))) }
  }
}

/// The device signals of recipients, as a matcher receives them.
///
/// No source publishes these proportions: where none is named, they are assumptions (grade D).
public struct Devices: Hashable, Sendable {
  /// Whether matching identifies phones exactly, except for the error rates of the profile.
  ///
  /// Otherwise it compares their signals.
  public var areIdentified = true
  /// The proportion of people behind an address that many share, as on cellular networks.
  public var behindSharedAddress = 0.5
  /// The number of people behind such an address.
  ///
  /// That carriers do so is sourced (Richter et al., 2016; CAIDA, 2018: grade A), the number is not.
  public var peoplePerAddress = 60
  /// The number of people behind the address of a home: about a household (grade B).
  public var peoplePerHome = 2.5
  /// The time for which a carrier keeps a phone at one address.
  ///
  /// This and `networkSwitch` were fitted to the matches lost in our own study, which knew the true
  /// clicker.
  public var addressLease = Interval.hours(60)
  /// The chance that the app is first launched in the owner's other network: the carrier's after a
  /// tap at home, or the reverse.
  public var networkSwitch = 0.09
  /// The proportion of shared addresses that the matching service has listed as shared.
  public var knownSharedAddresses = 0.0
  /// The models that a page can distinguish by the screen: about a dozen sizes are in use.
  public var models = Variety(count: 12, exponent: 0.7)
  /// The versions of the system in use.
  public var systemVersions = Variety(count: 12, exponent: 1)
  public var languages = Variety(count: 12, exponent: 1)
  /// The regions of a language, as in `en-US` and `en-GB`.
  public var regions = Variety(count: 4, exponent: 2)
  public var timeZones = Variety(count: 4, exponent: 1)
  /// The proportion of people whose web view reports another locale than the device.
  ///
  /// That it happens is sourced (firebase-ios-sdk #10786: grade A), its frequency is not.
  public var languageMismatch = 0.05
  /// The proportion of these whose language differs, and not only the region.
  public var mismatchBeyondRegion = 0.2
  /// The proportion of people who tap links in a browser of another family than the app's web view.
  public var otherBrowser = 0.1
  /// The proportion of people whose browser hides the screen and what a page derives from it.
  public var hiddenScreen = 0.02

  public init() {}
}
