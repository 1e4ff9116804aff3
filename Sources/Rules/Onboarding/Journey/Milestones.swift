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

  public static let installed = Milestones(rawValue: 1)
  public static let firstLaunched = Milestones(rawValue: 1 << 1)
  public static let signUpStarted = Milestones(rawValue: 1 << 2)
  public static let phoneSubmitted = Milestones(rawValue: 1 << 3)
  public static let phoneVerified = Milestones(rawValue: 1 << 4)
  /// A principal account was created.
  public static let signedUp = Milestones(rawValue: 1 << 5)
  public static let permissionAnswered = Milestones(rawValue: 1 << 6)
  public static let basicsCompleted = Milestones(rawValue: 1 << 7)
  public static let defaultsSet = Milestones(rawValue: 1 << 8)
  public static let syncCompleted = Milestones(rawValue: 1 << 9)
  public static let firstValueGenerated = Milestones(rawValue: 1 << 10)
  public static let firstValueSeen = Milestones(rawValue: 1 << 11)
  /// The destination or home was reached for the first time: S12.
  public static let onboardingCompleted = Milestones(rawValue: 1 << 12)
  public static let firstActionTaken = Milestones(rawValue: 1 << 13)
  public static let inviteDelivered = Milestones(rawValue: 1 << 14)
  /// Inviter and newcomer are connected.
  public static let connected = Milestones(rawValue: 1 << 15)
  /// An invited newcomer reached the milestone that the settings define as accepted.
  public static let accepted = Milestones(rawValue: 1 << 16)
  /// The number belongs to an existing account; there is no new member.
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
