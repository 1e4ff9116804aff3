public import Vocabulary

/// Who is credited with an arrival, and by which rule.
public struct CreditDecision: Hashable, Sendable, BitwiseCopyable {
  public enum Outcome: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The inviter of `click` brought the arrival.
    case credited
    /// The inviter of `click` is gone; the referral is kept for analytics alone.
    case recordedOnly
    case none
  }

  public let outcome: Outcome
  /// The click that decided; `nil` when no click earns or records anything.
  public let click: Click?
  /// The rule that spoke last.
  public let rule: RuleID

  init(_ outcome: Outcome, click: Click? = nil, rule: RuleID) {
    self.outcome = outcome
    self.click = click
    self.rule = rule
  }

  public var inviter: PrincipalID? { click?.inviter }

  /// Whether the invitee is shown who invited them; a sender who is gone stays unnamed.
  public var showsInviter: Bool { outcome == .credited }

  /// Whether the two may be connected; how, and whether at all, the connection rules decide.
  public var mayConnect: Bool { outcome == .credited }
}
