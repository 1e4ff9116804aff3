import GrowthloopFindings
public import GrowthloopModel
import Invites
import Profiles
import Vocabulary

extension Money: ScenarioSection {
  public static let fields: [Field<Money>] = [
    .value("currency", \.currency, .text(1...12), "The currency of all amounts, as text."),
    .section("reward", \.reward, "What one reward costs, on each side."),
    .parameter(
      "message", \.message, amount, "What it costs to send an invite to a recipient, as by SMS."),
    .parameter(
      "install", \.install, amount, "What an install by advertising costs; 0 without advertising."),
    .parameter(
      "newcomer", \.newcomer, amount,
      "What a newcomer is worth who reaches home, over as long as you count it."
    ).required,
    .parameter(
      "rewardLift", \.rewardLift, .share(),
      "How much more members share for a reward: 20% for a fifth more visits to the share screen, tapped prompts and invites of their own. It does not follow the amount of the reward."
    ),
    .parameter(
      "installLift", \.installLift, .share(),
      "How much more people who tap install for a reward on their side: 10% for a tenth more."),
    .parameter(
      "falseClaims", \.falseClaims, .share(0...0.99),
      "The share of all paid rewards that were claimed falsely, as for accounts of one person."),
  ]

  /// The format of an amount of money.
  fileprivate static var amount: ValueFormat<Double> { .real(0...1_000_000_000) }
}

extension Money.Reward: ScenarioSection {
  public static let fields: [Field<Money.Reward>] = [
    .parameter(
      "inviter", \.inviter, Money.amount,
      "What the inviter gets for a friend; under premiumThreeForOne what a month of premium costs."
    ),
    .parameter("friend", \.friend, Money.amount, "What the friend gets."),
    .parameter(
      "activeAfter", \.activeAfter, .duration(.zero ... .days(365)),
      "How long after the first launch a friend at home must still be active to count; 0s for at once."
    ),
  ]
}

extension LandingWait: ScenarioSection {
  public static let fields: [Field<LandingWait>] = [
    .parameter(
      "time", \.time, .duration(.zero ... .minutes(1)),
      "How long the landing page takes after a tap; 0s for one that comes at once."),
    .parameter(
      "known", \.known, .duration(.zero ... .minutes(1)),
      "The time of the page for which recipients.install is known: 0s for a page that comes at once."
    ),
    .parameter(
      "lossPerSecond", \.lossPerSecond, .share(0...0.99),
      "The share of the installs that each second of waiting costs.",
      source:
        "Akamai 2017, online shops: two seconds cost phones 26 % of the purchases, in another cut 0.1 s 7 %; Walmart there 2 % a second. Shops, and no installs",
      grade: .c, range: (0.02, 0.52), isSpread: true),
  ]

  /// Reports a page of which installs are known, beside one that comes at once unasked.
  public func check(_ reading: SectionReading<LandingWait>) {
    guard known > .zero, reading.mapping["time"] == nil else { return }
    reading.warn(
      \.known, "is for a page of that time, and without a time the page comes at once",
      remedy: "write time: \(ValueText.spelt(known)) beside it")
  }
}

extension GrowthScenario {
  /// Reports rewards that move no one, and amounts that no one is paid.
  func checkMoney(_ reading: SectionReading<GrowthScenario>) {
    let rewards = profile.reward
    guard let money = behaviour.money else {
      if rewards.givesRewards {
        reading.refuse(
          setting: "rewards.mode",
          "is \(rewards.mode.rawValue), and nothing says what a reward costs and how it moves sharing",
          remedy: "write money: {reward: {inviter: 4, friend: 4}, newcomer: 12}, or off")
      }
      return
    }
    let paid = money.reward
    if !rewards.givesRewards, paid.inviter + paid.friend > 0 {
      reading.warn(
        key: "money", "has a reward that no one is given: rewards.mode is \(rewards.mode.rawValue)",
        remedy: "write policy: {rewards.mode: bothSides}")
    }
    if rewards.mode == .premiumThreeForOne, paid.friend > 0 {
      reading.warn(
        key: "money",
        "has a reward for the friend, and premiumThreeForOne rewards the inviter alone",
        remedy: "write friend: 0, or policy: {rewards.mode: bothSides}")
    }
  }
}
