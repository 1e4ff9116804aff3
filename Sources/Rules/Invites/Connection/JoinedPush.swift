public import Vocabulary

/// The push notification that reports a new member to the inviter.
public struct JoinedPush: Hashable, Sendable {
  /// The in-app indication shown beside the push.
  public enum InApp: Hashable, Sendable {
    /// A banner with the text of the push.
    case banner(String)
    /// A badge on the profile with this text.
    case profileBadge(String)
  }

  /// The type of the push in the table of push deep links.
  public static let type = "Invite accepted"

  /// The account that receives the push.
  public let inviter: PrincipalID
  /// The new member whom the push reports.
  public let invitee: PrincipalID
  /// The text, in the words of the document that the policy names.
  public let text: String
  /// The destination of a tap on the push.
  public let destination: InviterDestination
  /// The last instant at which the push is in time; `nil` where no delay is required.
  public let deadline: Instant?
  /// The indication in the app; `nil` where there is only the push.
  public let inApp: InApp?
  /// The deciding rule.
  public let rule: RuleID
}

extension JoinedPush {
  /// The event logged when the push goes out.
  public var sentEvent: InviteEvent { Self.sentEvent(to: inviter, about: invitee) }
  /// The event logged when the inviter taps the push.
  public var tappedEvent: InviteEvent { Self.tappedEvent(by: inviter, about: invitee) }

  static func sentEvent(to inviter: PrincipalID, about invitee: PrincipalID) -> InviteEvent {
    InviteEvent(.notificationSent, .pair(inviter: inviter, invitee: invitee))
  }

  static func tappedEvent(by inviter: PrincipalID, about invitee: PrincipalID) -> InviteEvent {
    InviteEvent(.notificationTapped, .pair(inviter: inviter, invitee: invitee))
  }

  /// Returns whether a push that arrives at `instant` meets the deadline.
  public func isInTime(at instant: Instant) -> Bool {
    deadline.map { instant <= $0 } ?? true
  }
}

extension NotificationPolicy {
  /// Returns the text of the push about an invitee called `name`.
  func text(of name: String?, app: AppIdentity, texts: CopyPolicy) -> String {
    switch (copy, name) {
    case (.rin, let name?): worded("\(name) joined \(app.name) from your invite.")
    // Ours: CNF-62, for an invitee without a name.
    case (.rin, nil): worded("Someone joined \(app.name) from your invite.")
    case (.product, let name?): worded("\(name) just joined! Say hi.")
    // Ours: CNF-62, for an invitee without a name.
    case (.product, nil): worded("Your friend just joined! Say hi.")
    case (.design, let name?):
      // 003 has two texts for the same push.
      texts.choose(
        among: [
          (CopyPolicy.Source.requirement, worded("\(name) joined \(app.name)!")),
          (.edgeCase, worded("\(name) joined \(app.name)! Say hi.")),
        ], by: \.0
      ).1
    case (.design, nil): worded("Your friend joined!")
    }
  }
}

extension JoinedPush.InApp {
  init?(_ inApp: NotificationPolicy.InApp, name: String?, text: String) {
    switch inApp {
    case .none: return nil
    case .banner: self = .banner(text)
    case .profileBadge:
      self = .profileBadge(name.map { worded("\($0) joined!") } ?? worded("Your friend joined!"))
    }
  }
}

extension ConnectionRules {
  static let push: [Rule] = [
    Rule(
      "NOT-02", "The text names the invitee, if the name is fit, who joined Rin from your invite."),
    Rule("P-TAP-04", "From the join notification the sender is one tap from the friend."),
    Rule("NOT-03", "A tap opens the invitee's contact detail."),
    Rule("NOT-04", "The push is of the type Invite accepted, mapped to the contact's deep link."),
    Rule("NOT-06", "The push to the inviter is the only one that the feature has."),
    Rule("P-NTF-02", "In 002 the text names the friend, who just joined, and asks to say hi."),
    Rule("P-NTF-03", "In 002 a tap opens a screen for connecting with the new user."),
    Rule("P-NTF-05", "In 002 the inviter is notified by push and in the app."),
    Rule("D-NTF-02", "In 003 the push arrives within five minutes, the last instant included."),
    Rule("D-NTF-03", "003 has two texts for the push; the requirement's wins, the other is kept."),
    Rule("D-NTF-04", "In 003 a tap opens the friend's profile."),
    Rule(
      "D-DEP-05",
      "A push about a friend without a name reads \"Your friend joined!\", and nothing more."),
  ]
}

/// The destination of a tap on a push or on a row of the dashboard.
public enum InviterDestination: Hashable, Sendable {
  /// The detail page of the contact; the target in `rin`.
  case contactDetail(PrincipalID)
  /// The screen for connecting with the new user; the target in `product`.
  case connectionScreen(PrincipalID)
  /// The friend's profile; the target in `design`.
  case friendProfile(PrincipalID)

  /// Returns the deep link; only the one of contact details is the documents', the other two are
  /// ours.
  public func url(app: AppIdentity) -> String {
    switch self {
    case .contactDetail(let id): "\(app.scheme)://contacts/\(id.rawValue)"
    case .connectionScreen(let id): "\(app.scheme)://connections/\(id.rawValue)"
    case .friendProfile(let id): "\(app.scheme)://profiles/\(id.rawValue)"
    }
  }
}

extension InviterDestination {
  init(_ target: NotificationPolicy.Target, of invitee: PrincipalID) {
    self =
      switch target {
      case .contactDetail: .contactDetail(invitee)
      case .connectionScreen: .connectionScreen(invitee)
      case .friendProfile: .friendProfile(invitee)
      }
  }
}

/// The connections between accounts, and the circle in which each account keeps the other.
///
/// A connection is one entry for the pair, so it is mutual and single by construction.
///
/// An app or its backend needs it to keep who is connected with whom.
public struct ConnectionLedger: Hashable, Sendable, KeptState {
  /// A circle as a user sees it: the automatic one, or one chosen by hand.
  public enum Placement: Hashable, Sendable {
    /// The circle of the connection itself; `nil` where there are no circles.
    case automatic(ConnectionPolicy.Circle?)
    /// The circle that the user chose, by its name.
    case byHand(String)
  }

  /// The result of connecting two accounts.
  public enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The two are connected from now on.
    case made
    /// The two were connected before; nothing has changed.
    case alreadyThere
    /// An account cannot be connected with itself.
    case samePerson
  }

  private struct Pair: Hashable, Codable {
    let lower: PrincipalID
    let upper: PrincipalID

    init(_ one: PrincipalID, _ other: PrincipalID) {
      lower = min(one, other)
      upper = max(one, other)
    }
  }

  private struct Side: Hashable, Codable {
    let owner: PrincipalID
    let other: PrincipalID
  }

  private var automatic: [Pair: ConnectionPolicy.Circle?] = [:]
  private var byHand: [Side: String] = [:]

  /// Creates a ledger without connections.
  public init() {}

  /// The number of connections; a mutual one counts once.
  public var count: Int { automatic.count }

  /// Connects the two accounts in `circle`.
  ///
  /// A repeated call changes nothing, not even a placement by hand.
  public mutating func connect(
    _ one: PrincipalID, _ other: PrincipalID, in circle: ConnectionPolicy.Circle?
  ) -> Outcome {
    guard one != other else { return .samePerson }
    let pair = Pair(one, other)
    guard automatic[pair] == nil else { return .alreadyThere }
    automatic.updateValue(circle, forKey: pair)
    return .made
  }

  /// Returns whether the two accounts are connected; their order does not matter.
  public func areConnected(_ one: PrincipalID, _ other: PrincipalID) -> Bool {
    automatic[Pair(one, other)] != nil
  }

  /// Moves `other` to a circle that `owner` chose; has no effect unless the two are connected.
  public mutating func move(_ other: PrincipalID, to circle: String, by owner: PrincipalID) {
    guard areConnected(owner, other) else { return }
    byHand[Side(owner: owner, other: other)] = circle
  }

  /// Returns the circle in which `owner` keeps `other`; `nil` unless the two are connected.
  public func placement(of other: PrincipalID, by owner: PrincipalID) -> Placement? {
    guard let circle = automatic[Pair(owner, other)] else { return nil }
    return byHand[Side(owner: owner, other: other)].map { .byHand($0) } ?? .automatic(circle)
  }
}

extension ConnectionRules {
  static let ledger: [Rule] = [
    Rule("CON-06", "The inviter may move the invitee to a closer circle by hand."),
    Rule("CON-12", "Retries leave exactly one mutual connection for each pair."),
  ]
}

/// The progress of an invitee toward counting for a reward.
///
/// Every profile keeps it; it is shown only where rewards are switched on.
public enum Qualification: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// The invitee installed the app, and has not completed onboarding.
  case installed
  /// The invitee completed onboarding, and is below the activity threshold.
  case completedOnboarding
  /// The invitee completed onboarding and is active enough to count for a reward.
  case metActivityThreshold

  public static func < (left: Qualification, right: Qualification) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Qualification {
  /// Creates the stage of an invitee; `nil` before the install.
  ///
  /// No document supplied here defines activity or its threshold. The caller passes both in one
  /// unit, and there is no default. An activity equal to `threshold` is enough.
  public init?(of invitee: InviteFacts, activity: Int, threshold: Int) {
    if invitee.completed != nil {
      self = activity >= threshold ? .metActivityThreshold : .completedOnboarding
    } else if invitee.installed != nil {
      self = .installed
    } else {
      return nil
    }
  }
}

extension ConnectionRules {
  static let qualification: [Rule] = [
    Rule("RWD-03", "An invitee is installed, has completed onboarding, or has met the threshold."),
    Rule("RWD-14", "The stage is kept from the start and shown only with rewards switched on."),
  ]
}

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
      worded("Qualified friends: \(qualified). Months of \(appName) Premium earned: \(months).")
    case .bothSides(let inviter, let invitees):
      worded(
        "Qualified friends: \(qualified). Rewards: \(inviter) for you, \(invitees) for friends.")
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
      worded(
        "Invite \(Self.friendsForOneMonth) friends who join to get 1 month of \(app.name) Premium.")
  }

  /// The placeholder that 003 asks about; `nil` unless it exists and is shown.
  public var hookText: String? {
    mode == .hookOnly && hookVisible
      ? worded("Invite friends and earn rewards -- coming soon") : nil
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
      friends == 1
        ? worded("You've brought 1 friend to \(app.name)!")
        : worded("You've brought \(friends) friends to \(app.name)!"))
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
