import Vocabulary

/// The milestones that a newcomer has reached; each is kept once reached, and counted separately.
///
/// Documents put first value and completed onboarding in different orders, so neither implies the
/// other.
public struct Milestones: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The app was installed; a first launch implies it.
  public static let installed = Milestones(rawValue: 1)
  /// The app was launched for the first time.
  public static let firstLaunched = Milestones(rawValue: 1 << 1)
  /// The phone number, or the account, was requested.
  public static let signUpStarted = Milestones(rawValue: 1 << 2)
  /// A phone number was entered, and a code sent.
  public static let phoneSubmitted = Milestones(rawValue: 1 << 3)
  /// The right code was entered within its lifetime.
  public static let phoneVerified = Milestones(rawValue: 1 << 4)
  /// A principal account was created.
  public static let signedUp = Milestones(rawValue: 1 << 5)
  /// The user answered the question for contacts, be it with "Not now".
  public static let permissionAnswered = Milestones(rawValue: 1 << 6)
  /// The last screen of the profile's basics was passed, answered or skipped.
  public static let basicsCompleted = Milestones(rawValue: 1 << 7)
  /// The sharing step was passed, which saves its defaults.
  public static let defaultsSet = Milestones(rawValue: 1 << 8)
  /// The sync of contacts reported its end.
  public static let syncCompleted = Milestones(rawValue: 1 << 9)
  /// A first-value card has content, whether or not it is on a screen yet.
  public static let firstValueGenerated = Milestones(rawValue: 1 << 10)
  /// First value was seen, as the policy defines it.
  public static let firstValueSeen = Milestones(rawValue: 1 << 11)
  /// The destination or home was reached for the first time: S12.
  public static let onboardingCompleted = Milestones(rawValue: 1 << 12)
  /// The first primary action was taken on home.
  public static let firstActionTaken = Milestones(rawValue: 1 << 13)
  /// A friend received an invite that this newcomer sent.
  public static let inviteDelivered = Milestones(rawValue: 1 << 14)
  /// Inviter and newcomer are connected.
  public static let connected = Milestones(rawValue: 1 << 15)
  /// An invited newcomer reached the milestone that the settings define as accepted.
  public static let accepted = Milestones(rawValue: 1 << 16)
  /// The sign-up led to an existing account; there is no new member.
  public static let signedIn = Milestones(rawValue: 1 << 17)
}

extension Milestones {
  /// The milestones of a successful invite: the invitee has the app and completed onboarding.
  public static let success: Milestones = [.installed, .onboardingCompleted]
}

extension OnboardingRules {
  static let milestones: [Rule] = [
    Rule("P-SCO-01", "An invite succeeds when its invitee installed and completed onboarding."),
    Rule("ONB-11", "Onboarding is completed on reaching the first-value home, S12."),
    Rule("JRN-09", "The first session ends on Home."),
  ]
}
