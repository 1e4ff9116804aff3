public import Attribution
public import Invites
public import Vocabulary

/// One change of a turn: a row that is written, or one that is removed.
///
/// Changes are idempotent: a journal of them may be replayed over a database that has some of them.
public enum LinkChange: Hashable, Sendable {
  case invite(StoredInvite)
  case inviteGone(InviteCode)
  /// A new click, with the next number; or a known one that is spent or erased.
  case click(ClickFootprint)
  /// A known click that is erased; its neighbours are sealed again, so that no file holds its
  /// content.
  case clickErased(ClickFootprint)
  /// A new click on an unknown code, or of a flood. It is written like any other, so that the answer
  /// takes as long, and stored nowhere.
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
  case email(EmailNotice)
  case emailGone(PrincipalID)
  case announcement(LaunchAnnouncement)
  case announcementGone(PrincipalID)
  /// Removes the clicks before that moment.
  case clicksSwept(before: Instant)
  /// Deletes a user; the store refuses the id from now on. The fate is that of the user's invites,
  /// by which a restore of an earlier copy repeats the deletion.
  case erased(PrincipalID, at: Instant, RecordFate)
}
