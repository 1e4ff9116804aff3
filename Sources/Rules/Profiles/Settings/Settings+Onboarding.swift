import Invites
import Onboarding
import Vocabulary

extension Setting {
  static let onboarding: [Setting] = [
    row(
      "onboarding.organicScreens", "CNF-37", \.onboarding.organicScreens, .count(1...50),
      silent: .design),
    row(
      "onboarding.invitedScreens", "CNF-37", \.onboarding.invitedScreens, .count(1...50),
      silent: .design),
    row("onboarding.signUpWall", "CNF-38", \.onboarding.signUpWall, .choice, silent: .design),
    row("signup.numberSwitchLimit", "CNF-61", \.signUp.numberSwitchLimit, .parameter(from: 0)),
    row("signup.socialProofLimit", "CNF-61", \.signUp.socialProofLimit, .parameter(from: 0)),
    row("signup.otpExpirySeconds", "CNF-61", \.signUp.otpExpirySeconds, .parameter(from: 1)),
    row(
      "circles.accessControl", "CNF-61", \.circles.accessControl, .none(or: .choice)),
    row("circles.defaults", "CNF-40", \.circles.defaults, .list(of: .choice)),
    row("firstValue.definition", "CNF-32", \.firstValue.definition, .choice),
    row("firstValue.cards", "CNF-58", \.firstValue.cards, .list(of: .choice)),
  ]

  static let connection: [Setting] = [
    row("connection.mode", "CNF-39", \.connection.mode, .choice),
    row("connection.circle", "CNF-39", \.connection.circle, .none(or: .choice)),
    row("connection.retry", "CNF-39", \.connection.retry, .none(or: .choice)),
    row("notify.invitee", "CNF-39", \.notification.notifiesInvitee, .flag),
  ]
}

extension SettingFormat where Value == SignUpPolicy.Parameter {
  /// A number without a default: `required` until the scenario supplies it.
  static func parameter(from least: Int) -> SettingFormat {
    SettingFormat(
      expects: "a whole number of at least \(least), none, or required",
      shape: .either([.whole(least...Int.max), .choice(["none", "required"])]),
      print: { parameter in
        switch parameter {
        case .unused: "none"
        case .required: "required"
        case .value(let number): String(number)
        }
      },
      parse: { text in
        switch text {
        case "none": .unused
        case "required": .required
        default: Int(text).flatMap { $0 >= least ? .value($0) : nil }
        }
      })
  }
}

extension ConflictRules {
  static let onboarding: [Rule] = [
    Rule(
      "CNF-37",
      "How many screens onboarding has: onboarding.organicScreens, onboarding.invitedScreens."),
    Rule("CNF-38", "Where the way in asks for an account: onboarding.signUpWall."),
    Rule("CNF-61", "Limits of signing up that have no default: signup.*; circles.accessControl."),
    Rule("CNF-40", "Which circles a new account has: circles.defaults."),
    Rule("CNF-32", "What counts as first value, and how soon: firstValue.definition."),
    Rule("CNF-58", "Which cards make the first value: firstValue.cards."),
  ]
}
