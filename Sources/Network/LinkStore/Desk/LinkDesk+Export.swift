public import Attribution
import Invites
import Profiles
public import Vocabulary

/// Everything that is kept of one person.
public struct PersonExport: Hashable, Sendable {
  public let person: Person?
  public let invites: [StoredInvite]
  /// Those whom the person brought, without their names.
  public let brought: [Referral]
  public let broughtBy: [Referral]
  public let openings: [Opening]
  /// The clicks that were matched to the person.
  public let clicks: [ClickFootprint]
  public let requests: [AnsweredRequest]
  /// The rule that grants it.
  public let rule: RuleID
}

extension LinkDesk {
  /// Gathers what is kept of a person at `now`, in every profile all of it; what is due is gone, swept
  /// or not.
  public func export(_ principal: PrincipalID, at now: Instant) -> PersonExport {
    export(principal) { $0.isKept(under: profile.retention, at: now) }
  }

  /// Gathers what there is of a person, of referrals those that are wanted.
  func export(_ principal: PrincipalID, where isWanted: (Referral) -> Bool) -> PersonExport {
    let broughtBy = store.referrals(of: principal).filter(isWanted)
    return PersonExport(
      person: store.person(principal), invites: store.invites(of: principal),
      brought: store.referrals(by: principal).filter(isWanted), broughtBy: broughtBy,
      openings: store.openings(by: principal),
      clicks: broughtBy.compactMap { store.click($0.click) },
      requests: store.requests(of: principal), rule: "P-PRV-07")
  }
}
