public import Vocabulary

/// How far an invitee has come, in the steps that an inviter might hear of.
public enum JoinMilestone: String, CaseIterable, Sendable, BitwiseCopyable {
  case installed
  case signedUp
  case accepted
  case onboardingCompleted
}

/// What decides whether an inviter is told that someone joined.
public struct JoinFacts: Hashable, Sendable {
  public var inviter: PrincipalID
  public var inviterState: AccountState
  public var invitee: PrincipalID
  /// As the invitee calls themselves; `nil` if they have not said.
  public var inviteeName: String?
  public var credit: ConnectionFacts.Credit
  /// Whether the invitee had an account before they followed the link.
  public var hadAccount: Bool
  /// Whether the inviter has been told of this invitee already.
  public var wasTold: Bool
  /// Who noticed the milestone.
  public var trigger: NotificationPolicy.Trigger

  public init(
    inviter: PrincipalID, inviterState: AccountState = .active, invitee: PrincipalID,
    inviteeName: String?, credit: ConnectionFacts.Credit = .credited, hadAccount: Bool = false,
    wasTold: Bool = false, trigger: NotificationPolicy.Trigger = .server
  ) {
    self.inviter = inviter
    self.inviterState = inviterState
    self.invitee = invitee
    self.inviteeName = inviteeName
    self.credit = credit
    self.hadAccount = hadAccount
    self.wasTold = wasTold
    self.trigger = trigger
  }
}

/// Whether an inviter is told that someone joined.
public enum NotificationDecision: Hashable, Sendable {
  case push(JoinedPush)
  case none(because: Reason)

  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
    case notTheMoment
    case notCredited
    case attributionExpired
    case inviterGone
    case hadAccount
    case alreadyTold
    /// Another side is in charge of telling.
    case notTheTrigger
  }
}

extension NotificationPolicy {
  /// Decides when an invitee has reached `milestone` at `instant`.
  public func decide(
    _ milestone: JoinMilestone, at instant: Instant, for facts: JoinFacts,
    app: AppIdentity = .rin, texts: CopyPolicy = .rin
  ) -> NotificationDecision {
    if let reason = reasonForSilence(at: milestone, for: facts) { return .none(because: reason) }
    return .push(push(of: facts, at: instant, app: app, texts: texts))
  }

  /// Why nobody is told; `nil` if the inviter is.
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
    // In 002 someone with an account accepts by connecting; elsewhere nobody has joined.
    if facts.hadAccount, moment != .accepted { return .hadAccount }
    if facts.inviterState != .active { return .inviterGone }
    return facts.wasTold ? .alreadyTold : nil
  }

  private func push(
    of facts: JoinFacts, at instant: Instant, app: AppIdentity, texts: CopyPolicy
  ) -> JoinedPush {
    let name = trimmed(facts.inviteeName)
    let text = copy.text(of: name, app: app, texts: texts)
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
  /// The rule that spoke.
  public var rule: RuleID {
    switch self {
    case .push(let push): push.rule
    case .none(.notTheMoment): "NOT-08"
    case .none(.notCredited): "ATT-15"
    case .none(.attributionExpired): "NOT-05"
    case .none(.inviterGone): "NOT-09"
    case .none(.hadAccount): "D-NTF-05"
    case .none(.alreadyTold): "NOT-10"
    case .none(.notTheTrigger): "P-NTF-04"
    }
  }
}

extension ConnectionRules {
  static let notifying: [Rule] = [
    Rule("NOT-01", "The inviter is told when the invitee has completed onboarding."),
    Rule("NOT-05", "An expired attribution tells nobody."),
    Rule("NOT-08", "Neither an install nor a verified number alone tells anybody."),
    Rule("NOT-09", "An inviter who is gone is told nothing."),
    Rule("NOT-10", "An inviter is told once of each invitee."),
    Rule("P-NTF-01", "In 002 the inviter is told when the invitee has accepted."),
    Rule(
      "P-NTF-04", "The accept call on the server tells; the client's tracker does not tell again."),
    Rule("D-NTF-01", "In 003 the inviter is told when the friend has signed up."),
    Rule("D-NTF-05", "One who had the app causes no push: nobody signed up."),
    Rule("D-RES-09", "One link serves many contacts, so a push names the joiner, not the contact."),
    Rule("CNF-19", "The moment, text, target and delay of the push are settings."),
  ]
}
