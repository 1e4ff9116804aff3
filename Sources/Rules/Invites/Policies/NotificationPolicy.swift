public import Vocabulary

/// The settings for notifying an inviter of an invitee.
public struct NotificationPolicy: Hashable, Sendable {
  /// The milestone of an invitee at which the inviter is notified.
  public enum Moment: String, CaseIterable, Sendable {
    /// The invitee completed onboarding.
    case onboardingCompleted
    /// The invitee accepted the invite; an account from before the invite may do so too.
    case accepted
    /// The invitee signed up.
    case signedUp
  }

  /// The destination of a tap on the push.
  public enum Target: String, CaseIterable, Sendable {
    /// The invitee's page in the inviter's contacts.
    case contactDetail
    /// A screen for connecting with the invitee.
    case connectionScreen
    /// The invitee's profile.
    case friendProfile
  }

  /// The indication in the app that accompanies the push.
  public enum InApp: String, CaseIterable, Sendable {
    /// No indication: the push stands alone.
    case none
    /// A banner with the text of the push.
    case banner
    /// A badge on the profile that says who joined.
    case profileBadge
  }

  /// The component that noticed the milestone of an invitee.
  public enum Trigger: String, CaseIterable, Sendable {
    /// The service.
    case server
    /// The app's tracker of invite statuses (002 §7.2).
    case client
  }

  /// The milestone that is notified; all others pass silently.
  public var moment = Moment.onboardingCompleted
  /// The document whose texts the push has.
  public var copy = ProfileID.rin
  /// The destination of a tap on the push.
  public var target = Target.contactDetail
  /// The longest delay from the milestone to the push; `nil` sets no limit.
  public var maxDelay: Interval?
  /// The indication in the app beside the push.
  public var inApp = InApp.none
  /// The component in charge; a milestone noticed by the other is not notified (P-NTF-04).
  public var trigger = Trigger.server
  /// Whether the invitee is notified of the connection too.
  public var notifiesInvitee = false

  /// Creates the settings of `rin`.
  public init() {}
}

extension NotificationPolicy {
  /// The settings of `rin`, the default: a push at the end of onboarding, and nothing in the app.
  public static let rin = NotificationPolicy()

  /// The settings of `invite-friends-product`: a push and a banner at the acceptance.
  public static let product: NotificationPolicy = {
    var policy = NotificationPolicy()
    policy.moment = .accepted
    policy.copy = .product
    policy.target = .connectionScreen
    policy.inApp = .banner
    return policy
  }()

  /// The settings of `invite-friends-design`: a push within 5 minutes of the sign-up, and a badge.
  public static let design: NotificationPolicy = {
    var policy = NotificationPolicy()
    policy.moment = .signedUp
    policy.copy = .design
    policy.target = .friendProfile
    policy.maxDelay = .seconds(300)
    policy.inApp = .profileBadge
    return policy
  }()
}
