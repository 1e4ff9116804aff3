public import Attribution
import Invites
import Profiles
public import Vocabulary

/// The result of deleting an account.
public struct ErasureAnswer: Hashable, Sendable {
  public let invites: RecordFate
  public let referrals: RecordFate
  /// Whether any row named the person.
  public let wasKnown: Bool

  /// The rule that decided.
  public var rule: RuleID { referrals.rule }
}

extension LinkEngine {
  /// Deletes an account, with its id and names, as the profile prescribes.
  ///
  /// After the commit no file reveals any of it, and the service refuses the id.
  public func erase(_ principal: PrincipalID, at now: Instant) -> ErasureAnswer {
    let inviting = profile.retention.fate(of: .click, of: .inviter)
    let referred = profile.retention.fate(of: .referral, of: .invitee)
    let export = export(principal) { _ in true }
    // Drawn in any case: later draws must not depend on deletions.
    let pseudonym = PrincipalID(rawValue: chance.next())

    for request in export.requests { store.write(.requestGone(request.name)) }
    for opening in export.openings { store.write(.openingGone(opening)) }
    for click in export.clicks { store.write(.clickErased(click.erased)) }
    for referral in export.broughtBy {
      leave(referral, as: pseudonym, referred)
    }
    for referral in export.brought {
      replace(
        referral, by: Referral.Pair(inviter: pseudonym, invitee: referral.invitee),
        profile.retention.fate(of: .referral, of: .inviter))
    }
    give(up: export.invites, to: pseudonym, inviting)
    if export.person != nil { store.write(.personGone(principal)) }
    if inviting == .pseudonymised, !export.invites.isEmpty || !export.brought.isEmpty {
      store.write(.person(Person(pseudonym, account: .deleted)))
    }
    store.write(.erased(principal, at: now, inviting))
    let wasKnown =
      export.person != nil || !export.invites.isEmpty || !export.brought.isEmpty
      || !export.broughtBy.isEmpty || !export.openings.isEmpty || !export.requests.isEmpty
    return ErasureAnswer(invites: inviting, referrals: referred, wasKnown: wasKnown)
  }

  /// Removes the invitee from a referral and from the record of its invite.
  private func leave(_ referral: Referral, as pseudonym: PrincipalID, _ fate: RecordFate) {
    let install = profile.retention.fate(of: .incompleteInstall, of: .invitee)
    let fate = referral.completedAt == nil ? install : fate
    replace(
      referral, by: Referral.Pair(inviter: referral.inviter, invitee: pseudonym), fate)
    rename(inviteeOf: referral, as: fate == .pseudonymised ? pseudonym : nil)
  }

  private func replace(_ referral: Referral, by pair: Referral.Pair, _ fate: RecordFate) {
    forget(referral)
    if fate == .pseudonymised { store.write(.referral(referral.between(pair))) }
  }

  /// Deletes the invites of a sender, or gives them a pseudonym as sender.
  private func give(up invites: [StoredInvite], to pseudonym: PrincipalID, _ fate: RecordFate) {
    switch fate {
    case .pseudonymised:
      // The oldest first: each is then the newest of the pseudonym's.
      for invite in invites.reversed() {
        var renamed = invite
        renamed.record = invite.record.sent(by: pseudonym)
        store.write(.invite(renamed))
      }
    case .erased:
      let codes = Set(invites.map(\.record.code))
      for click in store.clicks(on: codes) { store.write(.click(click.erased)) }
      for invite in invites { store.write(.inviteGone(invite.record.code)) }
    }
  }
}
