public import Attribution
public import Invites
public import Vocabulary

/// A store that forgets everything when it goes: for tests, and for rehearsals.
public final class MemoryLinkStore: LinkStore {
  private var invites: [InviteCode: StoredInvite] = [:]
  private var codes: [PrincipalID: Set<InviteCode>] = [:]
  private var relations: Relations

  public init(_ terms: MatchingTerms) {
    relations = Relations(terms)
  }

  public func write(_ change: LinkChange) {
    switch change {
    case .invite(let invite):
      forget(invite.record.code)
      invites[invite.record.code] = invite
      codes[invite.record.sender, default: []].insert(invite.record.code)
    case .inviteGone(let code):
      forget(code)
    case .click, .opening, .openingGone, .referral, .referralGone, .person, .personGone, .request,
      .requestGone, .notice, .noticeGone, .clicksSwept:
      _ = relations.apply(change)
    }
  }

  private func forget(_ code: InviteCode) {
    guard let invite = invites.removeValue(forKey: code) else { return }
    codes[invite.record.sender]?.remove(code)
  }

  public func commit() {}
  public func scrub() {}
}

extension MemoryLinkStore {
  public func invite(_ code: InviteCode) -> StoredInvite? { invites[code] }

  public func invites(of sender: PrincipalID) -> [StoredInvite] {
    (codes[sender] ?? []).compactMap { invites[$0] }.sorted { $0.isListed(before: $1) }
  }

  public func person(_ id: PrincipalID) -> Person? { relations.people[id] }
  public func referrals(of invitee: PrincipalID) -> [Referral] { relations.referrals(of: invitee) }
  public func referrals(by inviter: PrincipalID) -> [Referral] { relations.referrals(by: inviter) }
  public func openings(by principal: PrincipalID) -> [Opening] {
    relations.openings[principal] ?? []
  }
  public func request(_ name: AnsweredRequest.Name) -> AnsweredRequest? { relations.requests[name] }
  public func requests(of sender: PrincipalID) -> [AnsweredRequest] {
    relations.requests(of: sender)
  }
  public func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] { relations.clicks(on: codes) }
  public func click(_ sequence: UInt64) -> ClickFootprint? { relations.clicks.click(sequence) }
  public func contenders(
    for device: DeviceSignals, launchedAt launch: Instant
  ) -> (decision: MatchDecision, clicks: [ClickFootprint]) {
    relations.clicks.contenders(for: device, launchedAt: launch)
  }
  public func notices(atMost most: Int) -> [Notice] { relations.notices(atMost: most) }
  public func notice(_ pair: Referral.Pair) -> Notice? { relations.notices[pair] }
  public var nextSequence: UInt64 { relations.nextSequence }
  public var newestClick: Instant? { relations.clicks.newest }
  public func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    relations.openings(before: moment, atMost: most)
  }
  public func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    relations.requests(before: moment, atMost: most)
  }
  public func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    relations.incompleteReferrals(before: moment, atMost: most)
  }
}
