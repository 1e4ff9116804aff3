public import Attribution
public import Invites
public import Vocabulary

/// One thing that a turn changes: a row that is written anew, or one that is gone.
///
/// Changes say what is, not what happened: making one twice does no harm, and so a journal of them
/// may be replayed over a database that has some of them already.
public enum LinkChange: Hashable, Sendable {
  case invite(StoredInvite)
  case inviteGone(InviteCode)
  /// A new click, which follows all others; or one that is known, spent or erased.
  case click(ClickFootprint)
  /// A known click that is erased and sealed anew, so that no file has its content any more.
  case clickErased(ClickFootprint)
  /// A new click on an unknown code: it takes the way of every other to the disk, so that its
  /// answer takes as long, and nothing keeps it.
  case strayClick(ClickFootprint)
  case opening(Opening)
  case openingGone(Opening)
  case referral(Referral)
  case referralGone(Referral.Pair)
  case person(Person)
  case personGone(PrincipalID)
  case request(AnsweredRequest)
  case requestGone(AnsweredRequest.Name)
  case notice(Notice)
  case noticeGone(Referral.Pair)
  /// The clicks before that moment are due.
  case clicksSwept(before: Instant)
  /// A user was deleted; the id is refused from now on.
  case erased(PrincipalID, at: Instant)
}
