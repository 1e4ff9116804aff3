/// The rewards for inviting.
public struct RewardPolicy: Hashable, Sendable {
  /// The rewards that an inviter may earn (CNF-44).
  public enum Mode: String, CaseIterable, Sendable {
    /// No rewards, and no text about them.
    case off
    /// No rewards, only a placeholder text, shown if `hookVisible` is set.
    case hookOnly
    /// Three qualified friends earn a month of premium.
    case premiumThreeForOne
    /// A reward for the inviter and one for the invitee, for each qualified friend.
    case bothSides
  }

  /// The rewards in force (default: `off`).
  public var mode = Mode.off
  /// Whether the placeholder of `hookOnly` is shown; `false` in every profile.
  public var hookVisible = false
  /// Whether an inviter reads how many friends they brought; `rin` refuses it (RWD-08).
  public var leaderboard = false

  /// Creates the settings of `rin`.
  public init() {}
}

extension RewardPolicy {
  /// The settings of `rin`, the default: no rewards.
  public static let rin = RewardPolicy()
  /// The settings of `invite-friends-product`: no rewards.
  public static let product = RewardPolicy()

  /// The settings of `invite-friends-design`: a placeholder for rewards, hidden.
  public static let design: RewardPolicy = {
    var policy = RewardPolicy()
    policy.mode = .hookOnly
    return policy
  }()
}
