import Diagnostics
public import GrowthModel

extension Recipients: ScenarioSection {
  // The number of previews that a message fetches is the setting load.previewFetchesPerSend.
  public static let fields: [Field<Recipients>] = [
    .parameter(
      "tap", \.tap, .share(), "The chance that a recipient taps the link.",
      source: "the product document aims at 40 %; Friendbuy counts 1.8 to 2.8 clicks a share"),
    .parameter("tapDelay", \.tapDelay, .delay, "How long a recipient takes to tap it."),
    .parameter(
      "install", \.install, .share(),
      "The chance that a tap by a person without the app leads to an install.",
      source: "AppTweak, first half of 2024: 25 % of US page views, from 1 to 100 % by category",
      grade: .b),
    .parameter(
      "installDelay", \.installDelay, .delay, "How long it takes from the tap to the install.",
      source: "Iribarren and Moro: mean 1.5 days, deviation 5.5 days (recalled)", grade: .c),
    .parameter(
      "launchDelay", \.launchDelay, .delay, "How long it takes on to the first launch."),
    .parameter(
      "complaint", \.complaint, .share(),
      "The chance that the recipient of an invite reports it as spam."),
  ]
}
