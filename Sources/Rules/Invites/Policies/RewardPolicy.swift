/// The rewards for inviting.
public struct RewardPolicy: Hashable, Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    case off
    case hookOnly
    /// Three qualified friends earn a month of premium.
    case premiumThreeForOne
    case bothSides
  }

  public var mode = Mode.off
  public var hookVisible = false
  public var leaderboard = false

  public init() {}
}

extension RewardPolicy {
  public static let rin = RewardPolicy()
  public static let product = RewardPolicy()

  public static let design: RewardPolicy = {
    var policy = RewardPolicy()
    policy.mode = .hookOnly
    return policy
  }()
}
