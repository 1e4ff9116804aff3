import Onboarding
public import Vocabulary

/// The behaviour of newcomers in the first run.
public struct FirstRun: Hashable, Sendable {
  /// Whether newcomers go through the screens of onboarding.
  ///
  /// If not, all reach home at once, as in models of plain diffusion.
  public var isPlayed = true
  /// The chance of leaving at a screen without a chance of its own.
  public var dropPerScreen = 0.02
  /// The chance of leaving where the phone number is verified.
  public var dropAtCode = 0.25
  /// The factor on these chances for newcomers who are welcomed by their inviter's name, and the further
  /// one at the welcome screen, where the inviter's card is social proof.
  public var inviteContext = 1.0
  public var socialProof = 1.0
  /// The proportion who allow contacts after the explainer, which onboarding always shows.
  public var grantWithExplainer = 0.66
  /// The time on a screen.
  public var perScreen = Delay.logNormal(median: .seconds(8), sigma: 0.8)

  // The following values are assumptions (grade D).

  /// The chance of leaving where the app asks for an account without a phone number.
  public var dropAtAccount = 0.10
  /// The proportion of those without a grant who tap "Not now"; the rest deny the system's request.
  public var notNow = 0.5
  /// The proportion of grants that are limited to some contacts.
  public var limitedGrant = 0.1
  /// The chance that the username is left to the app.
  public var skipUsername = 0.5
  /// The chance of a wrong digit in the phone number, and in the code.
  public var wrongNumber = 0.02
  public var wrongCode = 0.08
  /// The delivery time of a code.
  public var codeTime = Delay.logNormal(median: .seconds(8), sigma: 0.8)
  /// The time of the first sync of contacts, and the chance that it finds something to clean up.
  public var syncTime = Delay.logNormal(median: .seconds(12), sigma: 0.7)
  public var findings = 0.9
  /// The chance that a newcomer accepts an offered connection to the inviter.
  public var acceptConnection = 0.6
  /// The chance that the first session goes on to the primary action of home.
  public var act = 0.3
  /// The chance that a newcomer starts a second installation too.
  ///
  /// It is an account of its own until both have signed up and are merged. Only the sizes of an
  /// experiment's arms know of it.
  public var secondStart = 0.0

  // Limits that the profile needs and no document states.

  /// The number of times that a newcomer may change the phone number at sign-up.
  public var numberSwitches = 3
  /// The lifetime of a code.
  public var codeLife = Interval.minutes(10)

  public init() {}

  /// Newcomers who do everything asked at once, and leave nowhere.
  static let direct: FirstRun = {
    var behaviour = FirstRun()
    behaviour.dropPerScreen = 0
    behaviour.dropAtCode = 0
    behaviour.dropAtAccount = 0
    behaviour.grantWithExplainer = 1
    behaviour.limitedGrant = 0
    behaviour.skipUsername = 0
    behaviour.wrongNumber = 0
    behaviour.wrongCode = 0
    behaviour.findings = 0
    behaviour.acceptConnection = 1
    behaviour.act = 0
    behaviour.perScreen = .fixed(.zero)
    behaviour.codeTime = .fixed(.zero)
    behaviour.syncTime = .fixed(.zero)
    return behaviour
  }()

  /// The assumed limits, as a policy.
  var assumedLimits: SignUpPolicy {
    var policy = SignUpPolicy()
    policy.numberSwitchLimit = .value(numberSwitches)
    // Nobody in the model looks up who has a number.
    policy.socialProofLimit = .unused
    policy.otpExpirySeconds = .value(Int(codeLife.milliseconds / 1_000))
    return policy
  }
}
