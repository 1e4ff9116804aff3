import Onboarding
public import Vocabulary

/// How newcomers fare on the way to home.
public struct FirstRun: Hashable, Sendable {
  /// Whether newcomers go through the screens of onboarding.
  ///
  /// If not, they are at home at once, and nothing stopped them: so models of plain diffusion have it.
  public var isPlayed = true
  /// The chance of leaving at a screen that is not named otherwise.
  public var dropPerScreen = 0.02
  /// The chance of leaving where the phone number is verified.
  public var dropAtCode = 0.25
  /// The share who allow contacts after the explainer, which onboarding never leaves out.
  public var grantWithExplainer = 0.66
  /// How long a screen takes.
  public var perScreen = Delay.logNormal(median: .seconds(8), sigma: 0.8)

  // What follows is assumed (grade D).

  /// The chance of leaving where an account without a phone number is asked for.
  public var dropAtAccount = 0.10
  /// The share of those who do not allow contacts who say "Not now"; the rest deny the system.
  public var notNow = 0.5
  /// The share of grants that are limited to some contacts.
  public var limitedGrant = 0.1
  /// The chance that the username is left to the app.
  public var skipUsername = 0.5
  /// The chance of a wrong digit in the phone number, and in the code.
  public var wrongNumber = 0.02
  public var wrongCode = 0.08
  /// How long a code is on its way.
  public var codeTime = Delay.logNormal(median: .seconds(8), sigma: 0.8)
  /// How long the first sync of contacts takes, and the chance that it finds something to clean up.
  public var syncTime = Delay.logNormal(median: .seconds(12), sigma: 0.7)
  public var findings = 0.9
  /// The chance that a newcomer who is offered the connection to the inviter takes it.
  public var acceptConnection = 0.6
  /// The chance that the first session goes on to the primary action of home.
  public var act = 0.3

  // Where the profile needs a limit that no document puts a number to.

  /// How often a newcomer may change the number to sign up with.
  public var numberSwitches = 3
  /// How many look-ups of social proof a device may make.
  public var socialProofs = 5
  /// How long a code is good for.
  public var codeLife = Interval.minutes(10)

  public init() {}

  /// Of newcomers who do at once all that they are asked for, and who leave nowhere.
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

  /// These limits, in the words of the policy.
  var assumedLimits: SignUpPolicy {
    var policy = SignUpPolicy()
    policy.numberSwitchLimit = .value(numberSwitches)
    policy.socialProofLimit = .value(socialProofs)
    policy.otpExpirySeconds = .value(Int(codeLife.milliseconds / 1_000))
    return policy
  }
}
