public import Vocabulary

/// The way of one inviter and one invitee to being connected, or not.
///
/// `undecided` leads to any other state; `pending` to `connected` or `declined`; `suggested` to
/// `pending`; `connected` and `declined` are final.
public struct ConnectionProcess: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    /// The invitee's number is not verified yet.
    case undecided
    /// The server has been asked, or waits for the next sync of either of the two to be asked again.
    case pending(isAsked: Bool)
    /// The invitee may take up the connection, and needs not.
    case suggested
    case connected
    case declined(ConnectionDecision.Reason)
  }

  public enum Event: Hashable, Sendable {
    /// The invitee's number is verified.
    case verified
    /// The invitee took up the suggestion.
    case accepted
    case serverConnected
    case serverFailed
    /// The inviter's or the invitee's app synced.
    case synced
    case inviterAccountChanged(AccountState)
    /// The invitee reached the end of onboarding.
    case onboardingCompleted
  }

  public enum Action: Hashable, Sendable {
    /// Asks the server for the mutual connection; asking twice makes one.
    case connectMutually(in: ConnectionPolicy.Circle?)
    /// Offers the invitee the connection, on the screen.
    case suggest
    case log(InviteEvent)

    /// Whether the invitee sees or hears anything of it.
    public var isPerceptible: Bool {
      switch self {
      case .connectMutually, .log: false
      case .suggest: true
      }
    }
  }

  public private(set) var state = State.undecided
  public private(set) var facts: ConnectionFacts
  private let policy: ConnectionPolicy

  public init(_ facts: ConnectionFacts, policy: ConnectionPolicy = .rin) {
    self.facts = facts
    self.policy = policy
  }

  /// Takes note of `event`, and returns what is to be done, in order.
  public mutating func receive(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.undecided, .verified):
      return proceed(isAccepted: false)
    case (.suggested, .accepted):
      return proceed(isAccepted: true)
    case (.pending(isAsked: true), .serverConnected):
      state = .connected
      facts.areConnected = true
      return [.log(.connected(inviter: facts.inviter, invitee: facts.verified))]
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

  /// Goes on as the policy decides now: the inviter may have gone in the meantime.
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
