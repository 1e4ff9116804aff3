public import Vocabulary

/// The screens of one kind of newcomer, and those that count as onboarding.
public struct JourneyPlan: Hashable, Sendable, BitwiseCopyable {
  /// The screen that comes after each, by its ordinal; read at every step.
  private let following: SIMD16<UInt8>
  /// The last of the screens that ask for the basics; empty if that screen was left out.
  private let lastOfBasics: SmallSet<JourneyScreen>
  /// The screens whose number the policy sets.
  public let counted: SmallSet<JourneyScreen>
  /// Whether the sign-up wall stands after the first value.
  public let isWallDelayed: Bool
  /// Whether signing up asks for a phone number and a code.
  let verifiesPhone: Bool
}

extension JourneyPlan {
  /// Chooses `count` screens of those that the policies use.
  ///
  /// If there are more, the least important screens are left out: the second intro screen, then the
  /// username (which the app can generate), the photo, and the third intro screen.
  init(
    of count: Int, setting: JourneySetting, isWallDelayed: Bool, verifiesPhone: Bool,
    available policies: JourneyPolicies
  ) throws(JourneySettingError) {
    var screens: SmallSet<JourneyScreen> = [
      .welcome, .reasons, .privacy, .name, .photo, .username,
    ]
    if !isWallDelayed {
      if verifiesPhone {
        screens.insert(.phoneNumber)
        screens.insert(.code)
      } else {
        screens.insert(.account)
      }
    }
    if policies.permission.explainer == .onboarding { screens.insert(.explainer) }
    if !policies.circles.defaults.isEmpty { screens.insert(.sharing) }
    if !policies.firstValue.cards.isEmpty { screens.insert(.syncing) }
    let end = isWallDelayed ? JourneyScreen.destination : .home
    // Rin numbers its first-value home S12; elsewhere it is "the first screen after onboarding".
    if policies.firstValue.definition == .firstValueCardShown { screens.insert(end) }

    let spare: [JourneyScreen] = [.reasons, .username, .photo, .privacy]
    let most = screens.count
    let fewest = most - spare.count
    guard (fewest...most).contains(count) else {
      throw .screenCount(setting, asked: count, fewest: fewest, most: most)
    }
    for screen in spare.prefix(most - count) { screens.remove(screen) }

    counted = screens
    screens.insert(end)
    var following = SIMD16<UInt8>()
    for screen in JourneyScreen.allCases {
      following[Int(screen.rawValue)] =
        Self.screen(after: screen, on: screens, isWallDelayed: isWallDelayed).rawValue
    }
    lastOfBasics = SmallSet(
      JourneyScreen.basics.members.filter { screen in
        JourneyScreen(rawValue: following[Int(screen.rawValue)])
          .map { !JourneyScreen.basics.contains($0) } ?? true
      })
    self.following = following
    self.isWallDelayed = isWallDelayed
    self.verifiesPhone = verifiesPhone
  }

  private static func screen(
    after screen: JourneyScreen, on path: SmallSet<JourneyScreen>, isWallDelayed: Bool
  ) -> JourneyScreen {
    if screen == .phoneNumber { return .code }
    // The delayed wall stands behind the destination, and home alone behind the wall.
    if isWallDelayed, JourneyScreen.signUp.contains(screen) || screen == .destination {
      return .home
    }
    return path.firstOrdinal(after: screen).flatMap(JourneyScreen.init(rawValue:)) ?? .home
  }

  /// Returns the screen that comes after `screen`.
  func screen(after screen: JourneyScreen) -> JourneyScreen {
    JourneyScreen(rawValue: following[Int(screen.rawValue)]) ?? .home
  }

  /// The first screen of signing up.
  var wall: JourneyScreen { verifiesPhone ? .phoneNumber : .account }

  /// Returns whether `screen` is the last of those that ask for the basics.
  func isLastOfBasics(_ screen: JourneyScreen) -> Bool { lastOfBasics.contains(screen) }

  /// Returns the place of `screen` among the counted screens, from 1; `nil` for one that is not
  /// counted.
  public func number(of screen: JourneyScreen) -> Int? {
    if counted.contains(screen) { return counted.count(before: screen) + 1 }
    // Behind the delayed wall lies the home that the destination replaced.
    return screen == .home && counted.contains(.destination) ? counted.count : nil
  }
}

extension OnboardingRules {
  static let plan: [Rule] = [
    Rule("JRN-04", "The launch intro has at most three screens."),
    Rule(
      "P-ONB-02", "Organic users meet 5-7 screens, invited ones 2-3 without the optional steps."),
    Rule("P-RCV-05", "Invited onboarding skips optional steps and is pre-filled from the invite."),
    Rule("P-RCV-06", "Invited onboarding has 2-3 screens and no sign-up wall before first value."),
    Rule("DEC-01", "Onboarding starts with a short intro, then the phone number."),
    Rule("DEC-05", "The profile is set up in the order name, photo, username."),
  ]
}

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
