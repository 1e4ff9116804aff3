public import Vocabulary

/// The settings for notifying an inviter of an invitee.
public struct NotificationPolicy: Hashable, Sendable {
  public enum Moment: String, CaseIterable, Sendable {
    case onboardingCompleted
    case accepted
    case signedUp
  }

  public enum Target: String, CaseIterable, Sendable {
    case contactDetail
    case connectionScreen
    case friendProfile
  }

  public enum InApp: String, CaseIterable, Sendable {
    case none
    case banner
    case profileBadge
  }

  public enum Trigger: String, CaseIterable, Sendable {
    case server
    case client
  }

  public var moment = Moment.onboardingCompleted
  /// The document whose texts the push has.
  public var copy = ProfileID.rin
  public var target = Target.contactDetail
  /// The longest delay from the milestone to the push; `nil` sets no limit.
  public var maxDelay: Interval?
  public var inApp = InApp.none
  public var trigger = Trigger.server
  /// Whether the invitee is notified of the connection too.
  public var tellsInvitee = false

  public init() {}
}

extension NotificationPolicy {
  public static let rin = NotificationPolicy()

  public static let product: NotificationPolicy = {
    var policy = NotificationPolicy()
    policy.moment = .accepted
    policy.copy = .product
    policy.target = .connectionScreen
    policy.inApp = .banner
    return policy
  }()

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
