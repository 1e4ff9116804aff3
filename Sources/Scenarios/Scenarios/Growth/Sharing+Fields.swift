public import GrowthModel

extension Sharing: ScenarioSection {
  public static let fields: [Field<Sharing>] = [
    .parameter(
      "visit", \.visit, .share(),
      "The chance that a session leads to an entry point of sharing without a prompt."),
    .parameter(
      "propensityShape", \.propensityShape, .real(0.01...1_000),
      "How alike members are in this: the shape of a gamma distribution of mean 1.",
      source: "heavy tails in Leskovec 2007 and Iribarren and Moro 2011; the number is assumed"),
    .parameter(
      "promptTap", \.promptTap, .share(), "The chance that a member taps a prompt that is up.",
      source: "makes 9 % of views a share: Extole has 10 %, Friendbuy 5 to 9 %", grade: .c),
    .parameter(
      "promptDismiss", \.promptDismiss, .share(),
      "The chance that a member dismisses it; the rest ignore it."),
    .parameter(
      "proceed", \.proceed, .share(),
      "The chance that an open share screen or picker leads to a share sheet."),
    .parameter(
      "complete", \.complete, .share(),
      "The chance that a share sheet is completed rather than cancelled."),
    .parameter("copy", \.copy, .share(), "The chance that the link is copied instead."),
    .parameter("linkFailure", \.linkFailure, .share(), "The chance that creating a link fails."),
    .parameter("retry", \.retry, .share(), "The chance that a failure is tried again."),
    .parameter("offline", \.offline, .share(), "The chance that the phone is offline."),
    .parameter(
      "recipients", \.recipients, .real(1...1_000),
      "How many people a completed share reaches, on average and at least one."),
    .parameter(
      "invitesAtHome", \.invitesAtHome, .real(0...1_000),
      "How many invites a newcomer sends on reaching home, on average: a Poisson number."),
    .parameter(
      "invitesPerDay", \.invitesPerDay, .timesADay(upTo: 1_000),
      "How many invites a day a member sends outside of the app's screens, on average."),
    .section("channels", \.channels, "The weights by which completed shares take their channels."),
  ]

  public func check(_ reading: SectionReading<Sharing>) {
    // A billionth more, so that 0.1 and 0.9 in any spelling are 1.
    if promptTap + promptDismiss > 1 + 1e-9 {
      reading.refuse(
        \.promptDismiss, "and promptTap must not exceed 1 together",
        remedy: "the rest ignores the prompt")
    }
  }
}

extension ChannelMix: ScenarioSection {
  public static let fields: [Field<ChannelMix>] = [
    .parameter("messages", \.messages, weight, "Messages."),
    .parameter("whatsapp", \.whatsapp, weight, "WhatsApp."),
    .parameter("telegram", \.telegram, weight, "Telegram."),
    .parameter("email", \.email, weight, "Email."),
    .parameter("airdrop", \.airdrop, weight, "AirDrop."),
    .parameter("other", \.other, weight, "Any other app that is installed."),
  ]

  private static var weight: ValueFormat<Double> { .real(0...1_000_000) }

  public func check(_ reading: SectionReading<ChannelMix>) {
    if messages + whatsapp + telegram + email + airdrop + other <= 0 {
      reading.refuseWhole("gives no channel a weight above 0")
    }
  }
}
