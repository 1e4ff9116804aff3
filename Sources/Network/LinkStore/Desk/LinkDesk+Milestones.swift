import Attribution
public import Invites
import Profiles
public import Vocabulary

/// How far a new user has come, as the app's backend reports it.
public enum Milestone: Hashable, Sendable {
  /// The number is verified and there is an account.
  case signedUp(name: String?, avatar: String?)
  case firstValueSeen
  case onboardingCompleted
}

/// What followed from a milestone.
public struct MilestoneAnswer: Hashable, Sendable {
  /// The referral that moved on; `nil` for somebody whom nobody invited.
  public let referral: Referral?
  /// What a sign-up did to inviter and invitee.
  public let connection: ConnectionDecision?
  /// Whether the inviter hears of it, and if not, why.
  public let notification: NotificationDecision?
}

extension LinkDesk {
  /// Takes note of a milestone; the same one reported again changes nothing.
  public func reach(
    _ milestone: Milestone, _ principal: PrincipalID, at now: Instant
  ) -> MilestoneAnswer {
    let now = moment(now)
    var referral = attributed(principal, at: now)
    if case .signedUp(let name, let avatar) = milestone {
      welcome(principal, name: name, avatar: avatar, at: now)
    }
    guard var reached = referral else {
      return MilestoneAnswer(referral: nil, connection: nil, notification: nil)
    }
    var connection: ConnectionDecision?
    var notification: NotificationDecision?
    switch milestone {
    case .signedUp:
      reached.signedUpAt = reached.signedUpAt ?? now
      connection = connect(&reached, at: now)
      notification = tell(&reached, .signedUp, at: now)
    case .firstValueSeen:
      reached.firstValueAt = reached.firstValueAt ?? now
    case .onboardingCompleted:
      reached.completedAt = reached.completedAt ?? now
      notification = tell(&reached, .onboardingCompleted, at: now)
    }
    if reached != referral { store.write(.referral(reached)) }
    referral = reached
    return MilestoneAnswer(
      referral: referral, connection: connection, notification: notification)
  }

  private func welcome(
    _ principal: PrincipalID, name: String?, avatar: String?, at now: Instant
  ) {
    var person = store.person(principal) ?? Person(principal)
    person.name = name ?? person.name
    person.avatar = avatar ?? person.avatar
    person.joinedAt = person.joinedAt ?? now
    if person != store.person(principal) { store.write(.person(person)) }
  }

  /// Connects the two if the rules say so; `nil` before the invitee has an account.
  ///
  /// A suggestion is taken up by accepting, before or after.
  func connect(_ referral: inout Referral, at now: Instant) -> ConnectionDecision? {
    guard referral.signedUpAt != nil || referral.kind == .existingUser else { return nil }
    let facts = ConnectionFacts(
      inviter: referral.inviter, inviterState: account(of: referral.inviter),
      verified: referral.invitee, credit: referral.kind == .recordedOnly ? .none : .credited,
      areConnected: areConnected(referral.inviter, referral.invitee))
    var process = ConnectionProcess(facts, policy: profile.connection)
    var actions = process.receive(.verified)
    if referral.acceptedAt != nil { actions += process.receive(.accepted) }
    for case .connectMutually in actions { referral.connectedAt = referral.connectedAt ?? now }
    return profile.connection.decide(facts)
  }

  /// Puts a push to the inviter into the outbox if the rules say so; never two for one invitee.
  @discardableResult
  func tell(
    _ referral: inout Referral, _ milestone: JoinMilestone, at now: Instant
  ) -> NotificationDecision {
    let decision = profile.notification.decide(
      milestone, at: now, for: joinFacts(of: referral), app: profile.app, texts: profile.copy)
    if case .push = decision {
      referral.toldAt = now
      store.write(.notice(Notice(referral.pair, decidedAt: now)))
    }
    return decision
  }

  func joinFacts(of referral: Referral) -> JoinFacts {
    JoinFacts(
      inviter: referral.inviter, inviterState: account(of: referral.inviter),
      invitee: referral.invitee, inviteeName: store.person(referral.invitee)?.name,
      credit: .credited, hadAccount: referral.kind == .existingUser,
      wasTold: referral.toldAt != nil)
  }
}
