/// A setting that the journey depends on, by its dotted name.
public enum JourneySetting: String, CaseIterable, Sendable {
  /// The number of screens of an organic newcomer.
  case organicScreens = "onboarding.organicScreens"
  /// The number of screens of an invited newcomer.
  case invitedScreens = "onboarding.invitedScreens"
  /// The place of the sign-up in an invited newcomer's journey.
  case signUpWall = "onboarding.signUpWall"
  /// The number of times that one device may change its number.
  case numberSwitchLimit = "signup.numberSwitchLimit"
  /// The number of social-proof look-ups that one device may make.
  case socialProofLimit = "signup.socialProofLimit"
  /// The lifetime of a one-time code, in seconds.
  case otpExpirySeconds = "signup.otpExpirySeconds"
}

/// The reason why a journey cannot begin under its settings.
public enum JourneySettingError: Error, Hashable, Sendable {
  /// The settings require values, which the scenario lacks; all of them are named.
  case required([JourneySetting])
  /// The settings have values below zero.
  case negative([JourneySetting])
  /// The setting asks for more seconds than a time line can hold.
  case tooLong(JourneySetting, most: Int)
  /// The journey cannot have this number of screens.
  case screenCount(JourneySetting, asked: Int, fewest: Int, most: Int)
}

extension JourneySettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .required(let settings):
      let names = settings.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return "\(names) must be given: no document names a value, and none is invented"
    case .negative(let settings):
      let names = settings.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      return "\(names) must be zero or more"
    case .tooLong(let setting, let most):
      return "'\(setting.rawValue)' must be at most \(most) seconds"
    case .screenCount(let setting, let asked, let fewest, let most):
      return "'\(setting.rawValue)' is \(asked), but with these policies "
        + "('\(JourneySetting.signUpWall.rawValue)' among them) "
        + "a journey has from \(fewest) to \(most) screens"
    }
  }
}
