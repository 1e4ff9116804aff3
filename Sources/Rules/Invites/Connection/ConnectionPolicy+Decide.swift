public import Vocabulary

/// The facts that decide about a connection when an invitee's number is verified.
///
/// The address book is not among them: the server makes the connection, with or without access.
public struct ConnectionFacts: Hashable, Sendable, BitwiseCopyable {
  /// The result of attribution for the invitee.
  public enum Credit: String, CaseIterable, Sendable, BitwiseCopyable {
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
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
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
    return "You and \(inviterName) are now connected."
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
