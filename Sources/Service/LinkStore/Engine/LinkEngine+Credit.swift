import Attribution
import Invites
import Profiles
import Vocabulary

// Conversion of stored rows into the input of the credit rules.
extension LinkEngine {
  /// A click as it competes for credit; `nil` if its link has reached its limit.
  func competitor(_ click: ClickFootprint, installedAt install: Instant?) -> Click? {
    competitor(
      sequence: click.sequence, at: click.at, code: InviteCode(packed: click.link),
      // A link without a record was altered or invented.
      otherwise: click.link == 0 ? .tampered : .unknown, installedAt: install)
  }

  func competitor(_ opening: Opening, installedAt install: Instant?) -> Click? {
    competitor(
      sequence: opening.sequence, at: opening.at, code: opening.code, otherwise: opening.standing,
      installedAt: install)
  }

  private func competitor(
    sequence: UInt64, at moment: Instant, code: InviteCode?, otherwise: LinkStanding,
    installedAt install: Instant?
  ) -> Click? {
    guard let record = code.flatMap({ store.invite($0) })?.record else {
      return Click(
        sequence: sequence, at: moment, inviter: PrincipalID(rawValue: 0),
        link: otherwise == .valid ? .unknown : otherwise)
    }
    let standing = profile.link.standing(
      of: record.lifecycle, clickedAt: moment, installedAt: install)
    let link: LinkStanding
    switch standing {
    case .valid: link = .valid
    case .expired: link = .expired
    case .unknown: link = .unknown
    case .tampered: link = .tampered
    case .exhausted:
      guard profile.link.route(.exhausted, appIsInstalled: true).destination.earnsCredit else {
        return nil
      }
      link = .valid
    }
    return Click(
      sequence: sequence, at: moment, inviter: record.sender, link: link,
      inviterState: account(of: record.sender))
  }

  /// The code that a click of the competition followed.
  func code(ofClick sequence: UInt64, by principal: PrincipalID) -> InviteCode? {
    if let opening = store.openings(by: principal).first(where: { $0.sequence == sequence }) {
      return opening.code
    }
    return store.click(sequence).flatMap { InviteCode(packed: $0.link) }
  }

  /// Stores the referral that a decision makes; `nil` if it neither credits nor records.
  func refer(
    _ decision: CreditDecision, _ arrival: Arrival, at now: Instant
  ) -> Referral? {
    guard let attribution = Attribution(decision, arrival: arrival, under: profile.attribution),
      let click = decision.click,
      let code = code(ofClick: click.sequence, by: arrival.principal)
    else { return nil }
    let pair = Referral.Pair(inviter: attribution.inviter, invitee: attribution.invitee)
    var referral = Referral(
      pair, code: code, kind: attribution.inviterIsGone ? .recordedOnly : .credited,
      click: click.sequence, clickedAt: click.at, route: arrival.route,
      arrivedAt: arrival.firstLaunchedAt ?? arrival.installedAt)
    referral.toldAt = store.referral(pair)?.toldAt
    store.write(.referral(referral))
    if let footprint = store.click(click.sequence), !footprint.isSpent,
      profile.deferred.rule(for: profile.attribution).spendsClicks
    {
      var spent = footprint
      spent.isSpent = true
      store.write(.click(spent))
    }
    return referral
  }

  /// The referral of a new user's install, if it may still be stored.
  func attributed(_ principal: PrincipalID, at now: Instant) -> Referral? {
    store.referrals(of: principal).first {
      $0.kind.isInstall && profile.retention.decide($0.install, at: now).isKept
    }
  }
}
