public import Vocabulary

/// The behaviour of the flow without a network, and with a slow one.
public struct OfflinePolicy: Hashable, Sendable {
  /// The behaviour of the flow without a network (CNF-20).
  public enum Mode: String, CaseIterable, Sendable {
    /// An existing link is shown; without one, the offline text, and nothing is queued.
    case cachedLink
    /// An error is shown, and the creation of the link waits in the queue.
    case errorAndQueue
    /// The picker works, and the creation of the link waits in the queue.
    case pickerAndQueue
  }

  /// The reaction to a queued link that is ready.
  public enum OnDrained: String, CaseIterable, Sendable {
    /// The user is asked to share it; nothing is ever sent automatically (D-OFF-05).
    case promptUserToShare
  }

  /// The behaviour without a network (default: `cachedLink`).
  public var mode = Mode.cachedLink
  /// The longest time from a restored network to a queued link; `nil` sets no limit.
  public var drainWithin: Interval?
  /// The reaction to a queued link that is ready; with `nil` the user is not asked.
  public var onDrained: OnDrained?
  /// The time after which a request for a link is abandoned.
  public var createTimeout = Interval.seconds(10)
  /// The number of automatic retries after a failed creation.
  public var createMaxRetries = 0
  /// The wait before the first retry; `nil` where there is none.
  public var createBackoff: Interval?
  /// The factor by which each further wait grows; `nil` where there is none.
  public var createBackoffFactor: Double?

  /// Creates the settings of `rin`.
  public init() {}
}

extension OfflinePolicy {
  /// The settings of `rin`, the default: the existing link, a time-out of 10 s, no queue, no
  /// retries.
  public static let rin = OfflinePolicy()

  /// The settings of `invite-friends-product`: an error, a queue, a time-out of 10 s, no retries.
  public static let product: OfflinePolicy = {
    var policy = OfflinePolicy()
    policy.mode = .errorAndQueue
    policy.onDrained = .promptUserToShare
    return policy
  }()

  /// The settings of `invite-friends-design`: a queue, a time-out of 2 s, at most two retries.
  public static let design: OfflinePolicy = {
    var policy = OfflinePolicy()
    policy.mode = .pickerAndQueue
    policy.drainWithin = .seconds(30)
    policy.onDrained = .promptUserToShare
    policy.createTimeout = .seconds(2)
    policy.createMaxRetries = 2
    policy.createBackoff = .milliseconds(250)
    policy.createBackoffFactor = 2
    return policy
  }()
}

extension OfflinePolicy {
  /// Whether a creation that finds no network waits in the queue.
  public var queuesCreations: Bool {
    switch mode {
    case .cachedLink: false
    case .errorAndQueue, .pickerAndQueue: true
    }
  }
}

extension OfflinePolicy.Mode {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .cachedLink: "EDG-01"
    case .errorAndQueue: "P-EDG-10"
    case .pickerAndQueue: "D-OFF-03"
    }
  }
}

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
