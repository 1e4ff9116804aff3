import Vocabulary
import GrowthloopFindings
public import GrowthloopModel

extension FirstRun: ScenarioSection {
  public static let fields: [Field<FirstRun>] = leaving + answering + limits

  private static var leaving: [Field<FirstRun>] {
    [
      .value(
        "isPlayed", \.isPlayed, .flag,
        "Whether newcomers go through the screens of onboarding, or are at home at once."),
      .parameter(
        "dropPerScreen", \.dropPerScreen, .share(),
        "The chance of leaving at a screen that is not named otherwise."),
      .parameter(
        "dropAtCode", \.dropAtCode, .share(),
        "The chance of leaving where the phone number is verified.",
        source: "IDlayr: 20 to 30 %; Exotel's worst 54 %", grade: .b, range: (0.2, 0.54)),
      .parameter(
        "dropAtAccount", \.dropAtAccount, .share(),
        "The chance of leaving where an account without a phone number is asked for."),
      .parameter(
        "inviteContext", \.inviteContext, .real(0...10),
        "The factor on these chances for newcomers who are welcomed by their inviter's name: below 1 the context of the invite keeps them."
      ),
      .parameter(
        "socialProof", \.socialProof, .real(0...10),
        "A further factor for them at the welcome screen, where the inviter's card is social proof."
      ),
      .parameter("perScreen", \.perScreen, .delay, "How long a screen takes."),
      .parameter("codeTime", \.codeTime, .delay, "How long a code is on its way."),
      .parameter(
        "syncTime", \.syncTime, .delay, "How long the first sync of contacts takes."),
    ]
  }

  private static var limits: [Field<FirstRun>] {
    [
      .parameter(
        "numberSwitches", \.numberSwitches, .integer(0...1_000_000),
        "How often the phone number may be changed, unless signup.numberSwitchLimit says. Newcomers "
          + "mistype it once at most: only 0 stops them."),
      .parameter(
        "codeLife", \.codeLife, .duration(.seconds(1) ... .days(365)),
        "How long a code is good for, unless signup.otpExpirySeconds says."),
    ]
  }

  private static var answering: [Field<FirstRun>] {
    [
      .parameter(
        "secondStart", \.secondStart, .share(),
        "The chance that a newcomer starts a second installation as well, which an experiment counts and assigns on its own until both have signed up and are merged. Nothing else knows of it."
      ),
      .parameter(
        "grantWithExplainer", \.grantWithExplainer, .share(),
        "The share who allow contacts after the explainer of onboarding.",
        source: "Mulligan on Cluster: from below 40 % cold to 66 %", grade: .b,
        range: (0.4, 0.66)),
      .parameter(
        "notNow", \.notNow, .share(),
        "The share of the others who say \"Not now\"; the rest deny the system."),
      .parameter(
        "limitedGrant", \.limitedGrant, .share(),
        "The share of grants that are limited to some contacts."),
      .parameter(
        "skipUsername", \.skipUsername, .share(),
        "The chance that the username is left to the app."),
      .parameter(
        "wrongNumber", \.wrongNumber, .share(), "The chance of a wrong digit in the phone number."),
      .parameter("wrongCode", \.wrongCode, .share(), "The chance of a wrong digit in the code."),
      .parameter(
        "findings", \.findings, .share(),
        "The chance that the first sync finds something to clean up."),
      .parameter(
        "acceptConnection", \.acceptConnection, .share(),
        "The chance that a newcomer takes the connection to the inviter that is offered."),
      .parameter(
        "act", \.act, .share(),
        "The chance that the first session goes on to the primary action of home."),
    ]
  }
}
