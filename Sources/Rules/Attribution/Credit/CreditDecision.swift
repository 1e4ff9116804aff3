public import Vocabulary

/// The inviter credited with an arrival, and the deciding rule.
public struct CreditDecision: Hashable, Sendable, BitwiseCopyable {
  /// The result for the inviter of the deciding click.
  public enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The inviter of `click` brought the arrival.
    case credited
    /// The inviter of `click` is gone; the referral is kept for analytics alone.
    case recordedOnly
    /// No click earns the credit, and no referral is kept.
    case none
  }

  /// The result: a credit, a record for analytics alone, or none.
  public let outcome: Outcome
  /// The deciding click; `nil` when no click earns or records anything.
  public let click: Click?
  /// The last rule applied, which decided.
  public let rule: RuleID

  init(_ outcome: Outcome, click: Click? = nil, rule: RuleID) {
    self.outcome = outcome
    self.click = click
    self.rule = rule
  }

  /// The inviter who is credited, or only recorded; `nil` for the outcome `none`.
  public var inviter: PrincipalID? { click?.inviter }

  /// Whether the invitee is shown the inviter; a deleted sender stays unnamed.
  public var showsInviter: Bool { outcome == .credited }

  /// Whether inviter and invitee may be connected; the connection rules decide whether and how.
  public var mayConnect: Bool { outcome == .credited }
}
