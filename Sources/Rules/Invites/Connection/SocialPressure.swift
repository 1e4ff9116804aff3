public import Vocabulary

/// The decision whether an inviter reads a line that counts the friends they brought.
public enum SocialPressure: Hashable, Sendable {
  /// The inviter reads this line.
  case shown(String)
  /// The inviter reads no such line.
  case none(because: Reason)

  /// The reason why the line is absent.
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// `rin` has no leaderboard, whatever the setting says.
    case refusedByRin
    /// The setting is off, as in every profile.
    case switchedOff
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .shown: "P-PH2-06"
    case .none(.refusedByRin): "RWD-08"
    case .none(.switchedOff): "CNF-45"
    }
  }
}

extension RewardPolicy {
  /// Decides whether an inviter sees how many friends they brought, as 002 plans for later.
  public func leaderboardLine(
    friends: Int, app: AppIdentity, document: ProfileID
  ) -> SocialPressure {
    if document == .rin { return .none(because: .refusedByRin) }
    guard leaderboard else { return .none(because: .switchedOff) }
    // Ours: CNF-62, the singular.
    return .shown(
      "You've brought \(friends) \(friends == 1 ? "friend" : "friends") to \(app.name)!")
  }
}

extension ConnectionRules {
  static let pressure: [Rule] = [
    Rule("RWD-08", "There is no leaderboard; rin refuses one that is switched on."),
    Rule("RWD-09", "No output compares an inviter with others."),
    Rule("RWD-10", "No output counts down or urges."),
    Rule("RWD-11", "No output nudges toward a next invite."),
    Rule("RWD-12", "The counts inform; they set no goal."),
    Rule("P-PH2-06", "002's line about friends brought is off in this phase."),
    Rule("CNF-45", "A leaderboard is off in every profile; only a what-if outside rin has it."),
  ]
}
