public import Vocabulary

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
