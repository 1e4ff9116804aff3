import Vocabulary
import GrowthloopFindings
public import GrowthloopModel

extension Devices: ScenarioSection {
  public static let fields: [Field<Devices>] = addresses + traits

  private static let sharing =
    "that carriers do so: Richter et al. 2016, CAIDA 2018; the number is assumed"

  private static var addresses: [Field<Devices>] {
    [
      .value(
        "areIdentified", \.areIdentified, .flag,
        "Whether a phone is known again by what it is, and not matched by how it looks."),
      .parameter(
        "behindSharedAddress", \.behindSharedAddress, .share(),
        "The share of people behind an address that many share, as on cellular networks.",
        source: sharing),
      .parameter(
        "peoplePerAddress", \.peoplePerAddress, .integer(1...1_000_000),
        "How many people there are behind such an address.", source: sharing),
      .parameter(
        "peoplePerHome", \.peoplePerHome, .real(1...1_000),
        "How many people there are behind the address of a home.",
        source: "the size of a US household", grade: .b),
      .parameter(
        "addressLease", \.addressLease, .duration(.seconds(1) ... .days(3_650)),
        "How long a carrier keeps a phone at one address."),
      .parameter(
        "networkSwitch", \.networkSwitch, .share(),
        "The chance that the app is first launched in the other network than the link was tapped in."
      ),
      .parameter(
        "knownSharedAddresses", \.knownSharedAddresses, .share(),
        "The share of shared addresses that the matching service knows to be shared."),
    ]
  }

  private static var traits: [Field<Devices>] {
    [
      .parameter("models", \.models, "The models that a page can tell apart, by the screen."),
      .parameter("systemVersions", \.systemVersions, "The versions of the system in use."),
      .parameter("languages", \.languages, "The languages that devices are set to."),
      .parameter("regions", \.regions, "The regions of a language, as in en-US and en-GB."),
      .parameter("timeZones", \.timeZones, "The time zones that people live in."),
      .parameter(
        "languageMismatch", \.languageMismatch, .share(),
        "The share of people whose web view names another locale than the device.",
        source: "that it happens: firebase-ios-sdk #10786; the number is assumed"),
      .parameter(
        "mismatchBeyondRegion", \.mismatchBeyondRegion, .share(),
        "The share of these who see another language, and not only another region."),
      .parameter(
        "otherBrowser", \.otherBrowser, .share(),
        "The share of people who tap in a browser of another family than the app's web view."),
      .parameter(
        "hiddenScreen", \.hiddenScreen, .share(),
        "The share of people whose browser hides the screen and what a page infers from it."),
    ]
  }
}

extension Variety: ScenarioSection {
  /// Creates identical devices.
  public init() { self.init(count: 1, exponent: 0) }

  public static let fields: [Field<Variety>] = [
    .value("count", \.count, .integer(1...1_000), "How many different ones there are."),
    .value(
      "exponent", \.exponent, .real(0...10),
      "How unequally they are spread, by Zipf's law: 0 all alike, 1 twice as many of the first."),
  ]
}
