public import GrowthloopModel

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
    let weights = [messages, whatsapp, telegram, email, airdrop, other]
    let sum = weights.reduce(0, +)
    // Below this, a proportion of the sum need not be a number.
    if sum < 1e-6 { reading.refuseWhole("gives no channel a weight above 0") }
  }
}
