public import Vocabulary

/// The rewards that an inviter has earned; absent while rewards are switched off.
public struct RewardStanding: Hashable, Sendable {
  /// The rewards earned, by the mode of the policy.
  public enum Earned: Hashable, Sendable {
    /// The months of premium: one for every three qualified invitees.
    case premiumMonths(Int)
    /// Rewards for this many inviters and invitees; 002 does not state their kind.
    case bothSides(inviter: Int, invitees: Int)
  }

  /// The invitees who met the activity threshold.
  public let qualified: Int
  /// The rewards that the qualified invitees have earned so far.
  public let earned: Earned
  let appName: String

  /// The reward tier on the dashboard's summary card; the text is ours.
  public var tierText: String {
    switch earned {
    case .premiumMonths(let months):
      "Qualified friends: \(qualified). Months of \(appName) Premium earned: \(months)."
    case .bothSides(let inviter, let invitees):
      "Qualified friends: \(qualified). Rewards: \(inviter) for you, \(invitees) for friends."
    }
  }
}

extension RewardPolicy {
  /// The number of qualified friends that earn a month of premium.
  public static let friendsForOneMonth = 3

  /// Returns the rewards that `stages` of an inviter's invitees earn; `nil` while rewards are off.
  public func standing(
    of stages: some Sequence<Qualification>, app: AppIdentity
  ) -> RewardStanding? {
    let qualified = stages.count { $0 == .metActivityThreshold }
    return switch mode {
    case .off, .hookOnly: nil
    case .premiumThreeForOne:
      RewardStanding(
        qualified: qualified, earned: .premiumMonths(qualified / Self.friendsForOneMonth),
        appName: app.name)
    case .bothSides:
      RewardStanding(
        qualified: qualified, earned: .bothSides(inviter: qualified, invitees: qualified),
        appName: app.name)
    }
  }

  /// Returns the line added to the share screen's footer; `nil` unless premium rewards are on.
  ///
  /// The text counts new members, the reward counts qualified friends: the document says both.
  public func footerLine(app: AppIdentity) -> String? {
    guard mode == .premiumThreeForOne else { return nil }
    return
      "Invite \(Self.friendsForOneMonth) friends who join to get 1 month of \(app.name) Premium."
  }

  /// The placeholder that 003 asks about; `nil` unless it exists and is shown.
  public var hookText: String? {
    mode == .hookOnly && hookVisible ? "Invite friends and earn rewards -- coming soon" : nil
  }
}

extension ConnectionRules {
  static let rewards: [Rule] = [
    Rule("RWD-01", "There is no reward in v1."),
    Rule("RWD-04", "Three qualified friends would earn a month of premium; off in v1."),
    Rule("RWD-05", "With premium rewards on, the summary card shows the tier."),
    Rule("RWD-06", "With premium rewards on, the footer promises a month for three friends."),
    Rule("RWD-07", "With rewards off, no output has a tier or a premium line."),
    Rule("RWD-15", "The reward counts qualified friends, though its text speaks of joining."),
    Rule("P-SCO-05", "002 has no rewards in this phase."),
    Rule("P-PH2-01", "A what-if may reward inviter and invitee both."),
    Rule("D-SCO-08", "003 has no reward logic, only a hook."),
    Rule("D-OPQ-05", "The hook has a text, hidden unless a setting shows it."),
    Rule("CNF-44", "Rewards are off, a hook, premium or for both sides, by a setting."),
  ]
}
