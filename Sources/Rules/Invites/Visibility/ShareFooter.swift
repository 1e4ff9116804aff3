public import Vocabulary

/// The numbers at the foot of the share screen.
public struct ShareFooter: Hashable, Sendable {
  /// The invites sent, as on the dashboard.
  public let sent: Int
  /// The invitees who completed onboarding, as on the dashboard.
  public let joined: Int
  /// The line about premium rewards; `nil` while they are switched off.
  public let rewardLine: String?

  /// Creates the footer from the figures of the dashboard.
  public init(_ figures: Dashboard.Figures, rewards: RewardPolicy = .rin, app: AppIdentity = .rin) {
    sent = figures.sent
    joined = figures.completed
    rewardLine = rewards.footerLine(app: app)
  }

  /// Both numbers in one line, as it is seen.
  public var text: String { "Your invites: \(sent) sent, \(joined) joined" }

  /// Both numbers as one spoken group.
  public var spoken: String {
    // Ours: CNF-62, the singulars.
    let invites = sent == 1 ? "invite" : "invites"
    let people = joined == 1 ? "person" : "people"
    return "You've sent \(sent) \(invites). \(joined) \(people) joined."
  }
}

extension VisibilityRules {
  static let footer: [Rule] = [
    Rule("SHR-05", "The footer reads \"Your invites: 5 sent, 3 joined\"."),
    Rule("SHR-26", "The footer gives the inviter's sent and accepted counts."),
    Rule("SHR-30", "The footer's \"joined\" are those who completed onboarding."),
    Rule("ACC-06", "The footer is spoken as one group of two sentences with the live counts."),
  ]
}
