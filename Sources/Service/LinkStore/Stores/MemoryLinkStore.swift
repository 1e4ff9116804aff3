public import Invites
import GrowthloopTransport
public import Vocabulary

/// A store in memory alone, for tests and rehearsals.
public final class MemoryLinkStore: RelationStore, LinkStore {
  private var invites: [InviteCode: StoredInvite] = [:]
  private var codes: [PrincipalID: Set<InviteCode>] = [:]

  public init(_ terms: MatchingTerms) {
    super.init(terms, deletions: RootKeys(.random()).deletions)
  }

  public func write(_ change: LinkChange) {
    switch change {
    case .invite(let invite):
      forget(invite.record.code)
      invites[invite.record.code] = invite
      codes[invite.record.sender, default: []].insert(invite.record.code)
    case .inviteGone(let code):
      forget(code)
    case .click, .clickErased, .strayClick, .opening, .openingGone, .referral, .referralGone,
      .person, .personGone, .request, .requestGone, .notice, .noticeGone, .email, .emailGone,
      .announcement, .announcementGone, .clicksSwept, .erased:
      _ = relations.apply(change)
    }
  }

  private func forget(_ code: InviteCode) {
    guard let invite = invites.removeValue(forKey: code) else { return }
    codes[invite.record.sender]?.remove(code)
  }

  public func commit() {}
}

extension MemoryLinkStore {
  public func invite(_ code: InviteCode) -> StoredInvite? { invites[code] }

  public func invites(of sender: PrincipalID, atMost most: Int) -> [StoredInvite] {
    let all = (codes[sender] ?? []).compactMap { invites[$0] }
    return Array(all.sorted { $0.isListed(before: $1) }.prefix(most))
  }

  public func inviteCount(of sender: PrincipalID) -> Int { codes[sender]?.count ?? 0 }
}
