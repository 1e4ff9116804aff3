public import GrowthModel

extension Devices: ScenarioSection {
  public static let fields: [Field<Devices>] = [
    .parameter(
      "behindSharedAddress", \.behindSharedAddress, .share(),
      "The share of people behind an address that many share, as on cellular networks.",
      source: "that carriers do so: Richter et al. 2016, CAIDA 2018; the number is assumed"),
    .parameter(
      "peoplePerAddress", \.peoplePerAddress, .integer(1...1_000_000),
      "How many people there are behind such an address.",
      source: "that carriers do so: Richter et al. 2016, CAIDA 2018; the number is assumed"),
    .parameter(
      "languageMismatch", \.languageMismatch, .share(),
      "The share of people whose web view names another language than the device.",
      source: "that it happens: firebase-ios-sdk #10786; the number is assumed"),
  ]
}
