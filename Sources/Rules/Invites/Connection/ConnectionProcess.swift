public import Vocabulary

/// The state of one inviter and one invitee on the way to a connection.
///
/// `undecided` leads to any other state, `pending` to `connected` or `declined`, and `suggested` to
/// `pending` or `declined`; `connected` and `declined` are final.
public struct ConnectionProcess: Hashable, Sendable, KeptState {
  /// The progress of the pair.
  public enum State: Hashable, Sendable, Codable {
    /// The invitee's number is not verified yet.
    case undecided
    /// The request was sent to the server, or waits for the next sync of either of the two.
    case pending(isAsked: Bool)
    /// The invitee may accept the connection or ignore the suggestion.
    case suggested
    /// The two are connected.
    case connected
    /// The policy ruled the connection out, for the reason given.
    case declined(ConnectionDecision.Reason)
  }

  /// An event that the host reports.
  public enum Event: Hashable, Sendable {
    /// The invitee's number is verified.
    case verified
    /// The invitee accepted the suggestion.
    case accepted
    /// The server made the connection.
    case serverConnected
    /// The server could not make the connection; the next sync may try again.
    case serverFailed
    /// The inviter's or the invitee's app synced.
    case synced
    /// The inviter's account changed to this state, which counts from the next decision on.
    case inviterAccountChanged(AccountState)
    /// The invitee reached the end of onboarding.
    case onboardingCompleted
  }

  /// An action that the process requests from its host.
  public enum Action: EventLogging, Hashable, Sendable {
    /// Requests the mutual connection from the server; a repeated request makes no second one.
    case connectMutually(in: ConnectionPolicy.Circle?)
    /// Offers the invitee the connection on the screen.
    case suggest
    /// Adds this event to the log.
    case log(InviteEvent)

    /// Whether the invitee can perceive it.
    public var isPerceptible: Bool {
      switch self {
      case .connectMutually, .log: false
      case .suggest: true
      }
    }
  }

  /// The present state; `undecided` at first.
  public private(set) var state = State.undecided
  /// The facts about the pair, kept up to date by the events.
  public private(set) var facts: ConnectionFacts
  private let policy: ConnectionPolicy

  /// Creates the process of a pair whose invitee is not verified yet.
  public init(_ facts: ConnectionFacts, policy: ConnectionPolicy = .rin) {
    self.facts = facts
    self.policy = policy
  }

  /// Applies `event` and returns the actions to perform, in order.
  public mutating func receive(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.undecided, .verified):
      return proceed(isAccepted: false)
    case (.suggested, .accepted):
      return proceed(isAccepted: true)
    case (.pending(isAsked: true), .serverConnected):
      state = .connected
      facts.areConnected = true
      return [.log(.connected, .pair(inviter: facts.inviter, invitee: facts.verified))]
    case (.pending(isAsked: true), .serverFailed):
      state = .pending(isAsked: false)
      return []
    case (.pending(isAsked: false), .synced):
      return policy.retry == nil ? [] : proceed(isAccepted: true)
    case (_, .inviterAccountChanged(let account)):
      facts.inviterState = account
      return []
    case (.undecided, .accepted), (.undecided, .serverConnected), (.undecided, .serverFailed),
      (.undecided, .synced), (.undecided, .onboardingCompleted),
      (.suggested, .verified), (.suggested, .serverConnected), (.suggested, .serverFailed),
      (.suggested, .synced), (.suggested, .onboardingCompleted),
      (.pending, .verified), (.pending, .accepted), (.pending(isAsked: true), .synced),
      (.pending(isAsked: false), .serverConnected), (.pending(isAsked: false), .serverFailed),
      (.pending, .onboardingCompleted),
      (.connected, .verified), (.connected, .accepted), (.connected, .serverConnected),
      (.connected, .serverFailed), (.connected, .synced), (.connected, .onboardingCompleted),
      (.declined, .verified), (.declined, .accepted), (.declined, .serverConnected),
      (.declined, .serverFailed), (.declined, .synced), (.declined, .onboardingCompleted):
      return []
    }
  }

  /// Continues as the policy decides now: the inviter may have gone in the meantime.
  private mutating func proceed(isAccepted: Bool) -> [Action] {
    switch policy.decide(facts) {
    case .suggest where !isAccepted:
      state = .suggested
      return [.suggest]
    case .connect, .suggest:
      state = .pending(isAsked: true)
      return [.connectMutually(in: policy.circle)]
    case .alreadyConnected:
      state = .connected
      return []
    case .none(let reason):
      state = .declined(reason)
      return []
    }
  }
}

extension ConnectionRules {
  static let process: [Rule] = [
    Rule("CON-04", "Nothing of it is seen and nothing blocks the invitee."),
    Rule("CON-11", "A failure is silent and tried again at the next sync."),
    Rule("CON-13", "A made connection is logged as invite_auto_connected."),
    Rule("CON-16", "An inviter who goes after the connection was made leaves it standing."),
    Rule("CON-17", "The connection stands though the invitee never completes onboarding."),
    Rule("CON-18", "Any sync of either party retries, until it succeeds; there is no last try."),
    Rule("ACC-10", "Auto-connection has nothing to read out."),
  ]
}

/// The facts that decide about a connection when an invitee's number is verified.
///
/// The address book is not among them: the server makes the connection, with or without access.
public struct ConnectionFacts: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The result of attribution for the invitee.
  public enum Credit: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
    /// The inviter earned the credit.
    case credited
    /// The click was older than the window.
    case expired
    /// Attribution credited no inviter.
    case none
  }

  /// The account to which the invitee would be connected.
  public var inviter: PrincipalID
  /// The state of the inviter's account at present.
  public var inviterState: AccountState
  /// The identity that was just verified; an account under another number does not matter.
  public var verified: PrincipalID
  /// The result of attribution for this invitee.
  public var credit: Credit
  /// Whether the two are connected already.
  public var areConnected: Bool

  /// Creates facts; by default the inviter is active and credited, and the two are not connected.
  public init(
    inviter: PrincipalID, inviterState: AccountState = .active, verified: PrincipalID,
    credit: Credit = .credited, areConnected: Bool = false
  ) {
    self.inviter = inviter
    self.inviterState = inviterState
    self.verified = verified
    self.credit = credit
    self.areConnected = areConnected
  }
}

/// Whether inviter and invitee become connected.
public enum ConnectionDecision: Hashable, Sendable {
  /// Adds each to the other's circle, without asking either; `nil` where there are no circles.
  case connect(in: ConnectionPolicy.Circle?)
  /// Offers the invitee the connection.
  case suggest
  /// The two are connected; nothing is left to do.
  case alreadyConnected
  /// A connection is neither made nor offered.
  case none(because: Reason)

  /// The reason why a connection is neither made nor offered.
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
    /// Attribution gave no credit for the invitee.
    case notCredited
    /// The click was older than the attribution window.
    case attributionExpired
    /// The inviter's account is deleted or suspended.
    case inviterGone
    /// The verified identity is the inviter's own.
    case sameIdentity
    /// The policy makes no connections, as in `design`.
    case notInThisProfile
  }
}

extension ConnectionDecision {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .connect: "CON-01"
    case .suggest: "P-ONB-05"
    case .alreadyConnected: "CON-12"
    case .none(.notCredited): "ATT-15"
    case .none(.attributionExpired): "CON-10"
    case .none(.inviterGone): "CON-09"
    case .none(.sameIdentity): "ATT-05"
    case .none(.notInThisProfile): "CNF-39"
    }
  }
}

extension ConnectionPolicy {
  /// Decides about the connection; called when the invitee's number is verified and before each
  /// retry.
  public func decide(_ facts: ConnectionFacts) -> ConnectionDecision {
    if mode == .none { return .none(because: .notInThisProfile) }
    if facts.areConnected { return .alreadyConnected }
    switch facts.credit {
    case .credited: break
    case .expired: return .none(because: .attributionExpired)
    case .none: return .none(because: .notCredited)
    }
    if facts.inviter == facts.verified { return .none(because: .sameIdentity) }
    // A suspended inviter is treated like a deleted one: CNF-13.
    if facts.inviterState != .active { return .none(because: .inviterGone) }
    return mode == .suggested ? .suggest : .connect(in: circle)
  }

  /// Returns the notice that the invitee reads; `nil` where the connection is made silently.
  public func inviteeNotice(
    from inviterName: String, under notification: NotificationPolicy
  ) -> String? {
    guard notification.notifiesInvitee, mode != .none else { return nil }
    // Ours: 000 §17.4 leaves the text open.
    return worded("You and \(inviterName) are now connected.")
  }
}

extension ConnectionRules {
  static let deciding: [Rule] = [
    Rule(
      "CON-01", "After the number is verified the server connects inviter and invitee mutually."),
    Rule("CON-02", "Each is added to the other's Contacts circle."),
    Rule("CON-03", "Neither is asked: the invite is taken as mutual interest."),
    Rule("CON-05", "No other circle than Contacts can be chosen automatically."),
    Rule("CON-07", "The verified identity is connected, whatever other accounts there are."),
    Rule("CON-08", "Access to contacts plays no part."),
    Rule("CON-09", "An inviter who is gone before the connection is made is not connected."),
    Rule("CON-10", "An expired attribution makes no connection."),
    Rule("CON-14", "The connection is what an invite brings in v1, in place of a reward."),
    Rule("CON-15", "The connection is made at verification, not after onboarding."),
    Rule("PRV-04", "The only automatic circle is Contacts."),
    Rule("CNF-39", "Connecting is automatic, suggested or absent, by a setting."),
  ]
}
