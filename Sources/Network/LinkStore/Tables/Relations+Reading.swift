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
    (requestKeys[sender] ?? []).compactMap {
      requests[AnsweredRequest.Name(sender: sender, key: $0)]
    }
    .sorted { ($0.at, $0.code) < ($1.at, $1.code) }
  }

  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] {
    clicks.clicks(onLinks: Set(codes.map(\.packed)))
  }

  /// The notices that wait, oldest first.
  mutating func notices(atMost most: Int) -> [Notice] {
    noticesByAge.rows(before: .distantFuture, atMost: most) { notices[$0] }
  }

  mutating func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    openingsByAge.rows(before: moment, atMost: most) { opening in
      openings[opening.principal]?.contains(opening) == true ? opening : nil
    }
  }

  mutating func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    requestsByAge.rows(before: moment, atMost: most) { requests[$0] }
  }

  mutating func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    incomplete.rows(before: moment, atMost: most) { pair in
      referrals[pair].flatMap { $0.completedAt == nil ? $0 : nil }
    }
  }
}

extension Instant {
  /// A moment after every recorded one.
  static let distantFuture = Instant(milliseconds: .max)
}
