import Invites
import Vocabulary

// The early end of a referral.
extension LinkEngine {
  /// Withdraws a referral whose invitee is credited to another inviter, or to none.
  ///
  /// If the inviter was notified, the referral stays as overtaken, which prevents a second
  /// notification.
  func withdraw(_ referral: Referral) {
    let isDelivered = referral.toldAt != nil && store.notice(referral.pair) == nil
    forget(referral)
    rename(inviteeOf: referral, as: nil)
    if isDelivered { store.write(.referral(referral.overtaken)) }
  }

  /// Deletes a referral and its pending push.
  func forget(_ referral: Referral) {
    if store.notice(referral.pair) != nil { store.write(.noticeGone(referral.pair)) }
    store.write(.referralGone(referral.pair))
  }

  /// Removes the invitee of a referral from the record of its invite.
  func rename(inviteeOf referral: Referral, as pseudonym: PrincipalID?) {
    guard var invite = store.invite(referral.code), invite.record.invitee == referral.invitee
    else { return }
    invite.record = invite.record.taken(by: pseudonym)
    store.write(.invite(invite))
  }
}
