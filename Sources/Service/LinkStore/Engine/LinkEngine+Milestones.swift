import Attribution
public import Invites
import Profiles
public import Vocabulary

/// A milestone of a new user, as the app's backend reports it.
public enum Milestone: Hashable, Sendable {
  /// The phone number is verified, and the account exists.
  case signedUp(name: String?, avatar: String?)
  case firstValueSeen
  case onboardingCompleted
}

/// The effects of a milestone.
public struct MilestoneAnswer: Hashable, Sendable {
  /// The referral that advanced; `nil` for a user without an inviter.
  public let referral: Referral?
  /// The effect of a sign-up on inviter and invitee.
  public let connection: ConnectionDecision?
  /// Whether the inviter is notified, and if not, why.
  public let notification: NotificationDecision?
}

extension LinkEngine {
  /// Records a milestone; a repeated report changes nothing.
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
    let reference = reference(to: reached)
    switch milestone {
    case .signedUp:
      if reached.signedUpAt == nil {
        fire(.signedUp(isReferred: reference != nil), by: principal, at: now)
      }
      reached.signedUpAt = reached.signedUpAt ?? now
      connection = connect(&reached, at: now)
      notification = tell(&reached, .signedUp, at: now)
    case .firstValueSeen:
      if reached.firstValueAt == nil {
        fire(.firstValueSeen(isReferred: reference != nil), by: principal, at: now)
      }
      reached.firstValueAt = reached.firstValueAt ?? now
    case .onboardingCompleted:
      if reached.completedAt == nil {
        fire(.onboardingCompleted(reference, invitee: principal), by: principal, at: now)
      }
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

  /// Connects the two if the rules prescribe it; `nil` before the invitee has an account.
  ///
  /// Accepting the invite, before or after, takes up a suggestion.
  func connect(_ referral: inout Referral, at now: Instant) -> ConnectionDecision? {
    guard referral.signedUpAt != nil || referral.kind == .existingUser else { return nil }
    let facts = ConnectionFacts(
      inviter: referral.inviter, inviterState: account(of: referral.inviter),
      verified: referral.invitee, credit: referral.kind == .recordedOnly ? .none : .credited,
      areConnected: areConnected(referral.inviter, referral.invitee))
    var process = ConnectionProcess(facts, policy: profile.connection)
    var actions = process.receive(.verified)
    if referral.acceptedAt != nil { actions += process.receive(.accepted) }
    for case .connectMutually in actions where referral.connectedAt == nil {
      referral.connectedAt = now
      fire(
        .connected(inviter: referral.inviter, invitee: referral.invitee), by: referral.invitee,
        at: now)
    }
    return profile.connection.decide(facts)
  }

  /// Adds a push to the inviter to the outbox if the rules prescribe it; at most one for each
  /// invitee.
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
      wasNotified: referral.toldAt != nil)
  }
}
