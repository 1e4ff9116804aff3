import Attribution
public import Invites
import Profiles
public import Vocabulary

/// The result of accepting an invite.
public enum AcceptAnswer: Hashable, Sendable {
  /// Accepted; `connection` is the effect on the two users.
  case accepted(InviteContextView?, connection: ConnectionDecision?, rule: RuleID)
  /// The user accepted it before; nothing changed.
  case again(InviteContextView?)
  case refused(because: AcceptRefusal, rule: RuleID)
}

/// The reason an invite cannot be accepted.
public enum AcceptRefusal: String, CaseIterable, Sendable {
  case unknown
  case expired
  /// It has reached its limit of acceptances.
  case exhausted
  case ownLink
  /// The profile gives an existing user nothing to accept.
  case existingUser
  /// Another inviter earned the credit for this user.
  case creditedToAnother
  /// The user has no click that still counts.
  case notCredited
}

extension AcceptAnswer {
  /// The rule that decided.
  public var rule: RuleID {
    switch self {
    case .accepted(_, _, let rule), .refused(_, let rule): rule
    case .again: "P-INV-14"
    }
  }
}

extension LinkEngine {
  /// Accepts an invite for `principal`; of several users who race for a single-use invite exactly
  /// one succeeds.
  ///
  /// `formerUsers` were signed in on the device before; they are never stored.
  public func accept(
    _ link: ResolvedLink, by principal: PrincipalID, hadAccount: Bool,
    formerUsers: [PrincipalID] = [], at now: Instant
  ) -> AcceptAnswer {
    let now = moment(now)
    // Read again: another user may have accepted it since the link was resolved.
    let link = link.code.map { resolve($0, at: now) } ?? link
    guard let invite = link.invite else {
      return .refused(because: .unknown, rule: rule(of: link))
    }
    let sender = invite.record.sender
    guard sender != principal else {
      return .refused(because: .ownLink, rule: PassedOver.ownLink.rule(in: profile.id))
    }
    if store.referral(Referral.Pair(inviter: sender, invitee: principal))?.acceptedAt != nil {
      return .again(context(of: invite, standing: .valid))
    }
    if link.standing == .exhausted {
      return refuseExhausted(link, by: principal, sender: sender)
    }
    let isNew = !hadAccount && (!hasJoined(principal) || attributed(principal, at: now) != nil)
    return isNew
      ? acceptAsNewcomer(link, invite, by: principal, formerUsers, at: now)
      : acceptAsUser(link, invite, by: principal, at: now)
  }

  private func acceptAsNewcomer(
    _ link: ResolvedLink, _ invite: StoredInvite, by principal: PrincipalID,
    _ formerUsers: [PrincipalID], at now: Instant
  ) -> AcceptAnswer {
    let earlier = attributed(principal, at: now)
    if let earlier, earlier.inviter == invite.record.sender {
      return take(link, invite, earlier, rule: "RES-07", at: now)
    }
    // After sign-up a credit is final.
    if earlier?.signedUpAt != nil { return creditedElsewhere }
    let (decision, arrival) = decideDirectOpen(of: link, by: principal, formerUsers, at: now)
    guard let click = decision.click, decision.outcome != .none else {
      return .refused(
        because: link.standing == .expired ? .expired : .notCredited, rule: decision.rule)
    }
    guard click.inviter == invite.record.sender else { return creditedElsewhere }
    if let earlier { withdraw(earlier) }
    guard let referral = refer(decision, arrival, at: now) else {
      return .refused(because: .notCredited, rule: decision.rule)
    }
    return take(link, invite, referral, rule: decision.rule, at: now)
  }

  private var creditedElsewhere: AcceptAnswer {
    let lost: PassedOver = profile.attribution.model == .lastClick ? .olderClick : .newerClick
    return .refused(because: .creditedToAnother, rule: lost.rule(in: profile.id))
  }

  /// The inviter who earns the credit for a user whose installed app was opened by links.
  private func decideDirectOpen(
    of link: ResolvedLink, by principal: PrincipalID, _ formerUsers: [PrincipalID],
    at now: Instant
  ) -> (decision: CreditDecision, arrival: Arrival) {
    if !keptOpenings(by: principal, at: now).contains(where: { $0.code == link.code }) {
      // A user who accepts an invite has followed its link, at this moment at the latest.
      follow(link, by: principal, at: now)
    }
    var clicks = keptOpenings(by: principal, at: now).compactMap {
      competitor($0, installedAt: now)
    }
    if let earlier = attributed(principal, at: now), let click = store.click(earlier.click),
      let competitor = competitor(click, installedAt: now)
    {
      clicks.append(competitor)
    }
    let arrival = Arrival(
      principal: principal, route: .directOpen, installedAt: now, firstLaunchedAt: now,
      verifiedAt: now)
    clicks = clicks.map { $0.onDevice(of: formerUsers) }
    return (profile.attribution.decide(clicks, for: arrival), arrival)
  }

  /// The openings that count at `now`: those past their retention decide as if they were gone already.
  func keptOpenings(by principal: PrincipalID, at now: Instant) -> [Opening] {
    store.openings(by: principal).filter {
      profile.attribution.decide(clickAt: $0.at, at: now).isKept
    }
  }

  private func acceptAsUser(
    _ link: ResolvedLink, _ invite: StoredInvite, by principal: PrincipalID, at now: Instant
  ) -> AcceptAnswer {
    let sender = invite.record.sender
    let decision = profile.receipt.decide(
      LinkTap(
        opener: .signedInApp(areConnected(sender, principal) ? .connected : .stranger),
        link: link.forReceipt, sender: account(of: sender)),
      landing: profile.landing, broken: profile.link.broken)
    guard decision.credit != .none else {
      return .refused(because: .existingUser, rule: decision.rule)
    }
    let pair = Referral.Pair(inviter: sender, invitee: principal)
    var referral = Referral(
      pair, code: invite.record.code, kind: .existingUser, click: 0, clickedAt: now,
      route: .directOpen, arrivedAt: now)
    referral.toldAt = store.referral(pair)?.toldAt
    return take(link, invite, referral, rule: decision.rule, at: now)
  }

  /// Accepts the invite, connects the two users if the profile says so, and notifies the inviter.
  private func take(
    _ link: ResolvedLink, _ invite: StoredInvite, _ referral: Referral, rule: RuleID,
    at now: Instant
  ) -> AcceptAnswer {
    var invite = invite
    let step = receive(
      .accepted(by: referral.invitee, clickedAt: min(referral.clickedAt, now)), &invite, at: now)
    switch step {
    case .refused(.expired): return .refused(because: .expired, rule: step.rule)
    case .refused(.exhausted):
      return refuseExhausted(link, by: referral.invitee, sender: referral.inviter)
    case .moved, .stayed: break
    }
    var referral = referral
    referral.acceptedAt = now
    let connection = connect(&referral, at: now)
    tell(&referral, .accepted, at: now)
    store.write(.referral(referral))
    return .accepted(context(of: invite, standing: .valid), connection: connection, rule: rule)
  }

  /// Refuses a user who was too late, and reverts the credit for their install.
  private func refuseExhausted(
    _ link: ResolvedLink, by principal: PrincipalID, sender: PrincipalID
  ) -> AcceptAnswer {
    if let referral = store.referral(Referral.Pair(inviter: sender, invitee: principal)) {
      withdraw(referral)
    }
    return .refused(
      because: .exhausted, rule: profile.link.route(.exhausted, appIsInstalled: true).rule)
  }

  private func rule(of link: ResolvedLink) -> RuleID {
    profile.link.route(link.standing, appIsInstalled: true).rule
  }
}
