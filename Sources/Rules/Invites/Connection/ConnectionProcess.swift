public import Vocabulary

/// The state of one inviter and one invitee on the way to a connection.
///
/// `undecided` leads to any other state, `pending` to `connected` or `declined`, and `suggested` to
/// `pending` or `declined`; `connected` and `declined` are final.
public struct ConnectionProcess: Hashable, Sendable {
  /// The progress of the pair.
  public enum State: Hashable, Sendable {
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
