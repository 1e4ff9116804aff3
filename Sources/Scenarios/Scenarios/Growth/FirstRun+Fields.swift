public import GrowthModel

extension FirstRun: ScenarioSection {
  public static let fields: [Field<FirstRun>] = [
    .parameter(
      "dropPerScreen", \.dropPerScreen, .share(),
      "The chance of leaving at a screen that is not named otherwise."),
    .parameter(
      "dropAtCode", \.dropAtCode, .share(),
      "The chance of leaving where the phone number is verified.",
      source: "IDlayr: 20 to 30 %; Exotel's worst 54 %", grade: .b),
    .parameter(
      "grantWithExplainer", \.grantWithExplainer, .share(),
      "The share who allow contacts after an explainer.",
      source: "Mulligan on Cluster: from below 40 % cold to 66 %", grade: .b),
    .parameter(
      "grantWithoutExplainer", \.grantWithoutExplainer, .share(),
      "The share who allow contacts where the system asks at once.",
      source: "Mulligan on Cluster: from below 40 % cold to 66 %", grade: .b),
    .parameter("perScreen", \.perScreen, .delay, "How long a screen takes."),
  ]
}
