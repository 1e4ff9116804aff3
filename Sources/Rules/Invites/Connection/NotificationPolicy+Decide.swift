public import Vocabulary

/// The progress of an invitee, in the steps that a notification may report.
public enum JoinMilestone: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app was installed; no policy reports this step.
  case installed
  /// The account was created; the moment in `design`.
  case signedUp
  /// The invite was accepted; the moment in `product`.
  case accepted
  /// Onboarding was completed; the moment in `rin`.
  case onboardingCompleted
}

/// The facts that decide whether the inviter is notified of an invitee.
public struct JoinFacts: Hashable, Sendable {
  /// The account that would be notified.
  public var inviter: PrincipalID
  /// The state of the inviter's account; only an active one is notified.
  public var inviterState: AccountState
  /// The account that reached the milestone.
  public var invitee: PrincipalID
  /// The name that the invitee gave; `nil` without one.
  ///
  /// Only a `PushName` is shown.
  public var inviteeName: String?
  /// The result of attribution for this invitee.
  public var credit: ConnectionFacts.Credit
  /// Whether the invitee had an account before opening the link.
  public var hadAccount: Bool
  /// Whether the inviter has been notified of this invitee already.
  public var wasNotified: Bool
  /// Whether the inviter's phone lets the app notify them.
  public var allowsPushes = true
  /// The component that noticed the milestone.
  public var trigger: NotificationPolicy.Trigger

  /// Creates the facts about a new, credited invitee of whom the inviter has not been notified.
  public init(
    inviter: PrincipalID, inviterState: AccountState = .active, invitee: PrincipalID,
    inviteeName: String?, credit: ConnectionFacts.Credit = .credited, hadAccount: Bool = false,
    wasNotified: Bool = false, trigger: NotificationPolicy.Trigger = .server
  ) {
    self.inviter = inviter
    self.inviterState = inviterState
    self.invitee = invitee
    self.inviteeName = inviteeName
    self.credit = credit
    self.hadAccount = hadAccount
    self.wasNotified = wasNotified
    self.trigger = trigger
  }
}

/// The decision whether the inviter is notified of an invitee.
public enum NotificationDecision: Hashable, Sendable {
  /// The inviter receives this push.
  case push(JoinedPush)
  /// The inviter's phone allows no push: the app itself shows the news, when it is open.
  case inApp(JoinedPush.InApp)
  /// The inviter receives nothing.
  case none(because: Reason)

  /// The reason why the inviter receives nothing.
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The policy reports another milestone.
    case notTheMoment
    /// Attribution gave no credit for the invitee.
    case notCredited
    /// The click was older than the attribution window.
    case attributionExpired
    /// The inviter's account is deleted or suspended.
    case inviterGone
    /// The invitee had an account before, and the policy does not report acceptances.
    case hadAccount
    /// The inviter has been notified of this invitee already.
    case alreadyNotified = "alreadyTold"
    /// Another component is in charge of the notification.
    case notTheTrigger
    /// The inviter's phone allows no push, and the policy has no other sign.
    case notPermitted
  }
}

extension NotificationPolicy {
  /// Decides about the notification when an invitee has reached `milestone` at `instant`.
  public func decide(
    _ milestone: JoinMilestone, at instant: Instant, for facts: JoinFacts,
    app: AppIdentity = .rin, texts: CopyPolicy = .rin
  ) -> NotificationDecision {
    if let reason = reasonForSilence(at: milestone, for: facts) { return .none(because: reason) }
    let push = push(of: facts, at: instant, app: app, texts: texts)
    if facts.allowsPushes { return .push(push) }
    return push.inApp.map { .inApp($0) } ?? .none(because: .notPermitted)
  }

  /// Returns why the inviter is not notified; `nil` for a notification, if their phone allows it.
  ///
  /// This is the decision without its text, for hot loops.
  public func reasonForSilence(
    at milestone: JoinMilestone, for facts: JoinFacts
  ) -> NotificationDecision.Reason? {
    if milestone != moment.milestone { return .notTheMoment }
    if facts.trigger != trigger { return .notTheTrigger }
    switch facts.credit {
    case .credited: break
    case .expired: return .attributionExpired
    case .none: return .notCredited
    }
    // In 002 an account that exists accepts by connecting; elsewhere it is no new member.
    if facts.hadAccount, moment != .accepted { return .hadAccount }
    if facts.inviterState != .active { return .inviterGone }
    return facts.wasNotified ? .alreadyNotified : nil
  }

  private func push(
    of facts: JoinFacts, at instant: Instant, app: AppIdentity, texts: CopyPolicy
  ) -> JoinedPush {
    let name = facts.inviteeName.flatMap { PushName($0) }?.text
    let text = self.text(of: name, app: app, texts: texts)
    return JoinedPush(
      inviter: facts.inviter, invitee: facts.invitee, text: text,
      destination: InviterDestination(target, of: facts.invitee),
      deadline: maxDelay.map { instant + $0 },
      inApp: JoinedPush.InApp(inApp, name: name, text: text), rule: moment.rule)
  }
}

extension NotificationPolicy.Moment {
  package var milestone: JoinMilestone {
    switch self {
    case .onboardingCompleted: .onboardingCompleted
    case .accepted: .accepted
    case .signedUp: .signedUp
    }
  }

  var rule: RuleID {
    switch self {
    case .onboardingCompleted: "NOT-01"
    case .accepted: "P-NTF-01"
    case .signedUp: "D-NTF-01"
    }
  }
}

extension NotificationDecision {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .push(let push): push.rule
    case .none(.notTheMoment): "NOT-08"
    case .none(.notCredited): "ATT-15"
    case .none(.attributionExpired): "NOT-05"
    case .none(.inviterGone): "NOT-09"
    case .none(.hadAccount): "D-NTF-05"
    case .none(.alreadyNotified): "NOT-10"
    case .none(.notTheTrigger): "P-NTF-04"
    case .inApp, .none(.notPermitted): "PER-07"
    }
  }
}

extension ConnectionRules {
  static let notifying: [Rule] = [
    Rule("NOT-01", "The inviter is notified when the invitee has completed onboarding."),
    Rule("NOT-05", "An expired attribution sends no notification."),
    Rule("NOT-08", "Neither an install nor a verified number alone sends a notification."),
    Rule("NOT-09", "An inviter who is gone is not notified."),
    Rule("NOT-10", "An inviter is notified once of each invitee."),
    Rule("P-NTF-01", "In 002 the inviter is notified when the invitee has accepted."),
    Rule(
      "P-NTF-04",
      "The accept call on the server notifies; the client's tracker does not do so again."),
    Rule("D-NTF-01", "In 003 the inviter is notified when the friend has signed up."),
    Rule("D-NTF-05", "An invitee who had the app causes no push: there was no signup."),
    Rule("PER-07", "A push is sent only with the permission of whoever receives it."),
    Rule("D-RES-09", "One link serves many contacts, so a push names the joiner, not the contact."),
    Rule("CNF-19", "The moment, text, target and delay of the push are settings."),
  ]
}
