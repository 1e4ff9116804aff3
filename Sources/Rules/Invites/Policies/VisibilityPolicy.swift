public import Vocabulary

/// The facts about invitees that an inviter may see, and their place.
public struct VisibilityPolicy: Hashable, Sendable {
  /// A fact about an invite that an inviter may or may not see.
  public enum Fact: String, CaseIterable, Sendable {
    case created
    case sent
    case opened
    case installed
    case completed
    case accepted
    case expired
    case joinedNames
  }

  public enum Refresh: String, CaseIterable, Sendable {
    case onLoad
    case poll
  }

  public var inviterSees: [Fact] = [.sent, .installed, .completed, .joinedNames]
  public var dashboardEnabled = true
  public var dashboardRefresh = Refresh.onLoad
  /// The time between two polls; `nil` where nothing polls.
  public var dashboardPoll: Interval?
  /// Whether the progress bar stops at 100%; `nil` without a dashboard.
  public var dashboardClampsRatio: Bool? = true

  public init() {}
}

extension VisibilityPolicy {
  public static let rin = VisibilityPolicy()

  public static let product: VisibilityPolicy = {
    var policy = VisibilityPolicy()
    policy.inviterSees = [.created, .sent, .opened, .accepted, .expired]
    policy.dashboardEnabled = false
    policy.dashboardRefresh = .poll
    policy.dashboardPoll = .seconds(60)
    policy.dashboardClampsRatio = nil
    return policy
  }()

  public static let design: VisibilityPolicy = {
    var policy = VisibilityPolicy()
    policy.inviterSees = [.sent, .accepted]
    policy.dashboardEnabled = false
    policy.dashboardClampsRatio = nil
    return policy
  }()
}
