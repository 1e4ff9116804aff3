import Attribution
public import Invites
import Profiles
public import Vocabulary

/// The part of their invites that the profile lets an inviter see.
public struct InviterReport: Hashable, Sendable {
  /// One invite, or one invitee of it.
  public struct Entry: Hashable, Sendable {
    public let code: InviteCode
    /// `nil` if the profile hides all of its facts.
    public let status: InviterView.Status?
  }

  public let view: InviterView
  /// `nil` where the profile has no dashboard.
  public let dashboard: Dashboard?
  public let entries: [Entry]
}

extension LinkEngine {
  /// Returns the invites of a user, as that user may see them.
  public func invites(
    of inviter: PrincipalID, zone: CivilZone, at now: Instant
  ) -> InviterReport {
    let invites = store.invites(of: inviter)
    let referrals = Dictionary(
      grouping: store.referrals(by: inviter).filter {
        $0.kind != .overtaken && $0.isKept(under: profile.retention, at: now)
      }, by: \.code)
    var facts: [(code: InviteCode, facts: InviteFacts)] = []
    for invite in invites {
      let brought = referrals[invite.record.code] ?? []
      if brought.isEmpty {
        facts.append((invite.record.code, self.facts(of: invite, nil, at: now)))
      }
      for referral in brought {
        facts.append((invite.record.code, self.facts(of: invite, referral, at: now)))
      }
    }
    let view = InviterView(
      of: facts.map(\.facts), under: profile.visibility, counting: profile.metrics)
    let dashboard = Dashboard(
      sent: invites.reduce(0) { $0 + $1.shares },
      invitees: facts.map(\.facts).filter { $0.invitee != nil }, visibility: profile.visibility,
      zone: zone)
    return InviterReport(
      view: view, dashboard: dashboard,
      entries: zip(facts, view.statuses).map {
        InviterReport.Entry(code: $0.code, status: $1)
      })
  }

  private func facts(
    of invite: StoredInvite, _ referral: Referral?, at now: Instant
  ) -> InviteFacts {
    var facts = InviteFacts()
    let record = invite.record
    facts.created = record.createdAt
    facts.sent = invite.sharedAt
    switch record.lifecycle.status(at: now) {
    case .created, .sent: break
    // The first opening is stored as a fact, without its moment.
    case .opened, .accepted: facts.opened = referral?.clickedAt ?? record.createdAt
    case .expired: facts.expired = record.expiresAt
    }
    guard let referral else { return facts }
    let invitee = store.person(referral.invitee)
    facts.clicked = referral.clickedAt
    facts.installed = referral.route == .deferred ? referral.arrivedAt : nil
    facts.signedUp = referral.signedUpAt
    facts.connected = referral.connectedAt
    facts.completed = referral.completedAt
    facts.invitee = referral.invitee
    facts.name = invitee?.name
    facts.avatar = invitee?.avatar
    return facts
  }
}
