public import Attribution
import Invites
import Profiles
public import Vocabulary

/// All data stored about one person.
public struct PersonExport: Hashable, Sendable {
  public let person: Person?
  public let invites: [StoredInvite]
  /// The people that the person invited, without names.
  public let brought: [Referral]
  public let broughtBy: [Referral]
  public let openings: [Opening]
  /// The clicks that were matched to the person.
  public let clicks: [ClickFootprint]
  public let requests: [AnsweredRequest]
  /// The rule that grants the export.
  public let rule: RuleID
}

extension LinkEngine {
  /// Returns all data stored about a person, the same in every profile.
  ///
  /// Data that is due at `now` is left out, swept or not.
  public func export(_ principal: PrincipalID, at now: Instant) -> PersonExport {
    export(principal) { $0.isKept(under: profile.retention, at: now) }
  }

  /// Returns the data stored about a person, with the referrals that `isWanted` selects.
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
