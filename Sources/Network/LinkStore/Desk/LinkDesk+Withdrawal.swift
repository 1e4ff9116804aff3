import Invites
import Vocabulary

// How a referral ends before its time.
extension LinkDesk {
  /// What there is of two people; `nil` for nothing.
  func referral(_ pair: Referral.Pair) -> Referral? {
    store.referrals(of: pair.invitee).first { $0.pair == pair }
  }

  /// Takes a referral back: somebody else has brought the invitee, or nobody.
  ///
  /// An inviter who has been told of it stays known, and is not told again.
  func withdraw(_ referral: Referral) {
    let isDelivered = referral.toldAt != nil && store.notice(referral.pair) == nil
    forget(referral)
    rename(inviteeOf: referral, as: nil)
    if isDelivered { store.write(.referral(referral.overtaken)) }
  }

  /// Deletes a referral, and the push about it that waits.
  func forget(_ referral: Referral) {
    if store.notice(referral.pair) != nil { store.write(.noticeGone(referral.pair)) }
    store.write(.referralGone(referral.pair))
  }

  /// Takes the invitee of a referral out of the record of its invite.
  func rename(inviteeOf referral: Referral, as pseudonym: PrincipalID?) {
    guard var invite = store.invite(referral.code), invite.record.invitee == referral.invitee
    else { return }
    invite.record = invite.record.taken(by: pseudonym)
    store.write(.invite(invite))
  }
}
