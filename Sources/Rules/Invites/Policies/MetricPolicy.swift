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

/// The limits on one sender's invites, and the number that brings up a warning.
public struct LimitPolicy: Hashable, Sendable {
  /// A kind of event that may count toward the day's limit.
  public enum Counted: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The creation of an invite; a service can enforce it.
    case created
    /// The completed share of an invite, which the app reports.
    case sent
  }

  /// The reaction to a contact picked beyond `batchMax`.
  public enum Overflow: String, CaseIterable, Sendable {
    /// The contact is not selected; those picked before stay.
    case refuseSelection
  }

  /// The extent over which invites count toward the soft warning, which it has at most once.
  public enum WarningScope: String, CaseIterable, Sendable {
    /// The present batch, by its picked contacts.
    case batch
    /// The session: the contacts picked now, and the invites sent before.
    case session
  }

  /// The most invites in a day; `nil` sets no limit.
  public var dailyInvites: Int?
  /// The kind of event that counts toward `dailyInvites`; `nil` acts as `created`.
  public var dailyCounts: Counted?
  /// The most contacts in one batch; `nil` sets no limit.
  public var batchMax: Int?
  /// The reaction to a contact beyond `batchMax`; `nil` acts as `refuseSelection`.
  public var onBatchOverflow: Overflow?
  /// The number of selected contacts that brings up the soft warning; `nil` never warns.
  public var softWarningAt: Int?
  /// The extent over which invites count toward `softWarningAt`; `nil` acts as `batch`.
  public var softWarningScope: WarningScope?
  /// The time before the same contact may be invited again; `nil` sets no limit.
  public var reinviteCooldown: Interval?

  /// Creates the settings of `rin`, without any limit or warning.
  public init() {}
}

extension LimitPolicy {
  /// The settings of `rin`, the default: no limit and no warning.
  public static let rin = LimitPolicy()

  /// The settings of `invite-friends-product`: at most 50 created invites a day.
  public static let product: LimitPolicy = {
    var policy = LimitPolicy()
    policy.dailyInvites = 50
    policy.dailyCounts = .created
    return policy
  }()

  /// The settings of `invite-friends-design`: at most 20 contacts in a batch, a warning at 10.
  public static let design: LimitPolicy = {
    var policy = LimitPolicy()
    policy.batchMax = 20
    policy.onBatchOverflow = .refuseSelection
    policy.softWarningAt = 10
    policy.softWarningScope = .batch
    return policy
  }()
}

/// The facts about invitees that an inviter may see, and their place.
public struct VisibilityPolicy: Hashable, Sendable {
  /// A fact about an invite that an inviter may or may not see.
  public enum Fact: String, CaseIterable, Sendable {
    /// The invite was created.
    case created
    /// The invite was sent.
    case sent
    /// The invite was opened through its link.
    case opened
    /// The attributed install was launched for the first time.
    case installed
    /// The invitee completed onboarding.
    case completed
    /// The invitee counts as accepted, as `MetricPolicy.acceptedMeans` defines it.
    case accepted
    /// The invite expired.
    case expired
    /// The name, avatar and date of each invitee who completed onboarding.
    case joinedNames
  }

  /// The occasions on which the dashboard fetches its data (CNF-17).
  public enum Refresh: String, CaseIterable, Sendable {
    /// When the dashboard is opened, and on Retry.
    case onLoad
    /// Also `dashboardPoll` after each answer.
    case poll
  }

  /// The visible facts, in the order in which their counts are listed.
  public var inviterSees: [Fact] = [.sent, .installed, .completed, .joinedNames]
  /// Whether the inviter has a dashboard, or the status line of `product`.
  public var dashboardEnabled = true
  /// The occasions on which the dashboard fetches its data (default: `onLoad`).
  public var dashboardRefresh = Refresh.onLoad
  /// The time between two polls; `nil` where nothing polls.
  public var dashboardPoll: Interval?
  /// Whether the progress bar stops at 100%; `nil` without a dashboard.
  public var dashboardClampsRatio: Bool? = true

  /// Creates the settings of `rin`.
  public init() {}
}

extension VisibilityPolicy {
  /// The settings of `rin`, the default: a dashboard with installs and completions, never clicks.
  public static let rin = VisibilityPolicy()

  /// The settings of `invite-friends-product`: the status of each invite, opened included; no
  /// dashboard.
  public static let product: VisibilityPolicy = {
    var policy = VisibilityPolicy()
    policy.inviterSees = [.created, .sent, .opened, .accepted, .expired]
    policy.dashboardEnabled = false
    policy.dashboardRefresh = .poll
    policy.dashboardPoll = .seconds(60)
    policy.dashboardClampsRatio = nil
    return policy
  }()

  /// The settings of `invite-friends-design`: sent and accepted; no dashboard.
  public static let design: VisibilityPolicy = {
    var policy = VisibilityPolicy()
    policy.inviterSees = [.sent, .accepted]
    policy.dashboardEnabled = false
    policy.dashboardClampsRatio = nil
    return policy
  }()
}
