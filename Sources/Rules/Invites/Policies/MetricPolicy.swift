public import Vocabulary

/// The definitions of a counted invite and of an accepted one.
public struct MetricPolicy: Hashable, Sendable {
  /// The unit in which sent invites are counted (CNF-06).
  public enum InviteUnit: String, CaseIterable, Sendable {
    /// A completed share, whatever the number of its recipients.
    case shareCompletion
    /// An invite record with at least one completed share.
    case inviteRecord
    /// A contact that a share was meant for; a share without picked contacts has one.
    case recipient
  }

  /// The milestone at which an invitee counts as accepted (CNF-52).
  public enum Accepted: String, CaseIterable, Sendable {
    /// The invitee completed onboarding.
    case onboardingCompleted
    /// Inviter and invitee became connected.
    case connected
    /// The invitee verified a phone number.
    case signedUp
  }

  /// The document whose targets a run is held to.
  public var targets = ProfileID.rin
  /// The unit in which sent invites are counted (default: completed shares).
  public var inviteUnit = InviteUnit.shareCompletion
  /// Whether a tap on Copy counts as one invite sent, in any unit; `nil` acts as `false`.
  public var copyButtonCountsAsSend: Bool? = false
  /// The milestone at which an invitee counts as accepted.
  public var acceptedMeans = Accepted.onboardingCompleted
  /// The longest time from send to acceptance that counts; `nil` sets no limit.
  public var acceptanceWindow: Interval?
  /// The cycle over which `k.cohort` is measured.
  public var kCycle = Interval.days(30)
  /// The most taps to the first invite; `nil` sets no budget.
  public var senderTapBudget: Int?
  /// The way in which the sender's taps are counted against the budget.
  public var tapCount = TapCount.literal

  /// Creates the settings of `rin`.
  public init() {}
}

extension MetricPolicy {
  /// The settings of `rin`, the default: completed shares, and accepted at the end of onboarding.
  public static let rin = MetricPolicy()

  /// The settings of `invite-friends-product`: records, accepted when connected, two taps.
  public static let product: MetricPolicy = {
    var policy = MetricPolicy()
    policy.targets = .product
    policy.inviteUnit = .inviteRecord
    policy.copyButtonCountsAsSend = nil
    policy.acceptedMeans = .connected
    policy.senderTapBudget = 2
    return policy
  }()

  /// The settings of `invite-friends-design`: recipients, accepted at a sign-up within 7 days of
  /// the send, three taps.
  public static let design: MetricPolicy = {
    var policy = MetricPolicy()
    policy.targets = .design
    policy.inviteUnit = .recipient
    policy.copyButtonCountsAsSend = nil
    policy.acceptedMeans = .signedUp
    policy.acceptanceWindow = .days(7)
    policy.senderTapBudget = 3
    return policy
  }()
}
