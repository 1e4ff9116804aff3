import Attribution
import Invites
import Vocabulary

extension Relations {
  func referrals(of invitee: PrincipalID) -> [Referral] {
    (inviters[invitee] ?? []).sorted()
      .compactMap { referrals[Referral.Pair(inviter: $0, invitee: invitee)] }
  }

  func referrals(by inviter: PrincipalID) -> [Referral] {
    (invitees[inviter] ?? []).sorted()
      .compactMap { referrals[Referral.Pair(inviter: inviter, invitee: $0)] }
  }

  func requests(of sender: PrincipalID) -> [AnsweredRequest] {
    requests.values.filter { $0.name.sender == sender }
      .sorted { ($0.at, $0.code) < ($1.at, $1.code) }
  }

  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] {
    clicks.clicks(onLinks: Set(codes.map(\.packed)))
  }

  /// The notices that wait, oldest first.
  func notices(atMost most: Int) -> [Notice] {
    Array(noticesByAge.names(before: .distantFuture).compactMap { notices[$0] }.prefix(most))
  }

  func openings(before moment: Instant) -> [Opening] {
    openingsByAge.names(before: moment).filter { openings[$0.principal]?.contains($0) == true }
  }

  func requests(before moment: Instant) -> [AnsweredRequest] {
    requestsByAge.names(before: moment).compactMap { requests[$0] }
  }

  func incompleteReferrals(before moment: Instant) -> [Referral] {
    incomplete.names(before: moment).compactMap { referrals[$0] }
      .filter { $0.completedAt == nil }
  }
}

extension Instant {
  /// Later than anything that happens.
  static let distantFuture = Instant(milliseconds: .max)
}
