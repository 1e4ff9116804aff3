public import Invites
import RandomStreams
public import Vocabulary

/// What the loop costs, and what a newcomer is worth: counted after a run, so that only the two lifts
/// move people.
public struct Money: Hashable, Sendable {
  /// The currency of all amounts, as text.
  public var currency = "USD"
  public var reward = Reward()
  /// What an invite costs to send to a recipient, as by SMS.
  public var message = 0.0
  /// What an install by advertising costs; 0 without advertising.
  public var install = 0.0
  /// What a newcomer at home is worth.
  public var newcomer = 0.0
  /// How much more members share, and how much more people install, for a reward.
  public var rewardLift = 0.2
  public var installLift = 0.0
  /// The proportion of the paid rewards that were claimed falsely.
  public var falseClaims = 0.0

  public init() {}

  /// What one reward costs, on each side, and when a friend counts for it.
  public struct Reward: Hashable, Sendable {
    /// For the inviter: for each friend, or a month of premium for three.
    public var inviter = 0.0
    public var friend = 0.0
    /// How long after the launch a friend at home must still be active.
    public var activeAfter = Interval.zero

    public init() {}
  }

  /// Returns the cost of these rewards, false claims among them.
  public func cost(of rewards: RewardsDue) -> Double {
    (Double(rewards.inviters) * reward.inviter + Double(rewards.friends) * reward.friend)
      / (1 - falseClaims)
  }
}

/// The time to the landing page, and what it costs in installs.
public struct LandingWait: Hashable, Sendable {
  /// The time from the tap to the page; 0 for one that comes at once.
  public var time = Interval.zero
  /// The time at which the chance of an install is `recipients.install`.
  public var known = Interval.zero
  /// The proportion of the installs that each second of waiting costs.
  public var lossPerSecond = 0.14

  public init() {}

  /// The factor on the installs.
  public var factor: Double {
    Self.kept(of: Double((time - known).milliseconds), losing: lossPerSecond)
  }

  /// Returns what is left of installs after a wait in milliseconds; more than 1 for a shorter one.
  public static func kept(of wait: Double, losing lossPerSecond: Double) -> Double {
    Double.exp(wait / 1_000 * Double.log(1 - lossPerSecond))
  }

  /// Returns the wait, in milliseconds, that leaves so many installs.
  public static func wait(keeping kept: Double, losing lossPerSecond: Double) -> Double {
    lossPerSecond > 0 ? Double.log(kept) / Double.log(1 - lossPerSecond) * 1_000 : 0
  }
}

extension Behaviour {
  /// Returns what people do who are offered these rewards, and wait for the landing page.
  public func inEffect(under rewards: RewardPolicy) -> Behaviour {
    var people = self
    if let money, rewards.givesRewards {
      let factor = 1 + money.rewardLift
      people.sharing.visit = min(1, sharing.visit * factor)
      people.sharing.promptTap = min(1 - sharing.promptDismiss, sharing.promptTap * factor)
      people.sharing.invitesAtHome *= factor
      people.sharing.invitesPerDay *= factor
      people.recipients.install *= 1 + money.installLift
    }
    if let landing = recipients.landing {
      people.recipients.install *= landing.factor
      people.recipients.landing = nil
    }
    people.recipients.install = min(1, people.recipients.install)
    return people
  }
}

/// The rewards that the rules find due at the end of a run.
public struct RewardsDue: Hashable, Sendable {
  /// Rewards for inviters: one for each qualified friend, or a month for every three.
  public private(set) var inviters = 0
  /// Rewards for friends.
  public private(set) var friends = 0

  public init() {}

  /// Asks the policy for each inviter; `stages` has inviter and stage of each credited friend, in turn.
  init(_ stages: [UInt64], under policy: RewardPolicy, app: AppIdentity) {
    var byInviter: [UInt64: [Qualification]] = [:]
    for place in stride(from: 0, to: stages.count - 1, by: 2) {
      guard let stage = Qualification(rawValue: Int(stages[place + 1])) else { continue }
      byInviter[stages[place], default: []].append(stage)
    }
    for friends in byInviter.values {
      switch policy.standing(of: friends, app: app)?.earned {
      case .premiumMonths(let months): inviters += months
      case .bothSides(let inviter, let invitees):
        inviters += inviter
        self.friends += invitees
      case nil: break
      }
    }
  }
}
