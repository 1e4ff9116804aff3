import GrowthloopFindings
public import GrowthloopModel

extension Recipients: ScenarioSection {
  // The number of previews that a message fetches is the setting load.previewFetchesPerSend.
  public static let fields: [Field<Recipients>] = [
    .parameter(
      "tap", \.tap, .share(), "The chance that a recipient taps the link.",
      source: "the product document aims at 40 %; Friendbuy counts 1.8 to 2.8 clicks a share",
      // Such clicks of the five recipients that a share has.
      range: (0.36, 0.56)),
    .parameter("tapDelay", \.tapDelay, .delay, "How long a recipient takes to tap it."),
    .parameter(
      "install", \.install, .share(),
      "The chance that a tap by a person without the app leads to an install.",
      source: "AppTweak, first half of 2024: 25 % of US page views, from 1 to 100 % by category",
      grade: .b, range: (0.01, 1), isSpread: true),
    .value(
      "landing", \.landing, .none(or: .section(LandingWait.self)),
      "How long the landing page takes, and what that costs in installs; none where recipients.install is of today's page."
    ),
    .parameter(
      "installDelay", \.installDelay, .delay, "How long it takes from the tap to the install.",
      source: "Iribarren and Moro: mean 1.5 days, deviation 5.5 days (recalled)", grade: .c),
    .parameter(
      "launchDelay", \.launchDelay, .delay, "How long it takes on to the first launch."),
    .parameter(
      "complaint", \.complaint, .share(),
      "The chance that the recipient of an invite reports it as spam."),
    .parameter(
      "inviterSpread", \.inviterSpread, .real(0...5),
      "How much inviters differ in what becomes of their invites: the standard deviation of an effect on the logits of tap and install, the means of which stay as they are; 0 for not at all. The coupons of New York's jazz musicians, 2001, came back overdispersed whoever had as many to give."
    ),
    .section(
      "channelOdds", \.channelOdds,
      "Factors on the odds of a tap by the channel of the invite; the chance at 1 is tap."),
    .section(
      "triggerOdds", \.triggerOdds,
      "Factors on the odds of a tap by the trigger of the prompt that led to the invite."),
    .parameter(
      "byNameOdds", \.byNameOdds, .odds,
      "The factor on the odds of a tap for an invite to a contact by name, beside those to whoever a share reaches. Aral and Walker, 2011, found a personal invite to work better than a message to all, in another product: vary it."
    ),
    .parameter(
      "repeatOdds", \.repeatOdds, .list(of: .odds, 0...100),
      "Factors on the odds of a tap for the first invite that a person gets, the second and so on; the last is for all later ones, and an empty list makes all alike. Recommendations of a book sold best the second time and fell from there, of a DVD better up to the tenth (Leskovec, Adamic and Huberman, 2007)."
    ),
  ]
}
