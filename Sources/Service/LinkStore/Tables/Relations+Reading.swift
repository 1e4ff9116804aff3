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
    .sorted { ($0.at, $0.name.key.rawValue) < ($1.at, $1.name.key.rawValue) }
  }

  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] {
    clicks.clicks(onLinks: Set(codes.map(\.packed)))
  }

  /// In the order of their sequence.
  func openings(by principal: PrincipalID) -> [Opening] {
    (openingsOf[principal] ?? []).sorted().compactMap { openings[$0] }
  }

  /// The notices that wait, oldest first.
  mutating func notices(atMost most: Int) -> [Notice] {
    noticesByAge.rows(before: .distantFuture, atMost: most) { notices[$0]?.kept(since: $1) }
  }

  mutating func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    openingsByAge.rows(before: moment, atMost: most) { openings[$0]?.kept(since: $1) }
  }

  mutating func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    requestsByAge.rows(before: moment, atMost: most) { requests[$0]?.kept(since: $1) }
  }

  mutating func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    incomplete.rows(before: moment, atMost: most) { referrals[$0]?.kept(since: $1) }
  }
}

/// A row with a retention, which runs from `start`; `nil` for one that is kept for good.
protocol AgeingRow {
  var start: Instant? { get }
}

extension AgeingRow {
  /// The row, if its retention runs from that moment.
  func kept(since moment: Instant) -> Self? { start == moment ? self : nil }
}

extension Opening: AgeingRow { var start: Instant? { at } }
extension AnsweredRequest: AgeingRow { var start: Instant? { at } }
extension Notice: AgeingRow { var start: Instant? { decidedAt } }
extension Referral: AgeingRow {
  /// A user with an earlier account counts as no install.
  var start: Instant? { completedAt == nil && kind != .existingUser ? arrivedAt : nil }
}

extension Instant {
  /// A moment after every recorded one.
  static let distantFuture = Instant(milliseconds: .max)
}
