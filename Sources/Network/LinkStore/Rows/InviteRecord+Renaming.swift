import Invites
import Vocabulary

extension InviteRecord {
  /// The record of a sender who has a pseudonym now; what it was about is forgotten.
  func sent(by pseudonym: PrincipalID) -> InviteRecord {
    InviteRecord(
      resuming: lifecycle, id: id, sender: pseudonym, code: code, context: context, content: nil,
      session: nil, channel: channel, invitee: invitee)
  }

  /// The record of an invite whose first invitee has gone.
  func taken(by pseudonym: PrincipalID?) -> InviteRecord {
    InviteRecord(
      resuming: lifecycle, id: id, sender: sender, code: code, context: context, content: content,
      session: session, channel: channel, invitee: pseudonym)
  }
}

extension InviteRecord {
  /// The record with the moments of another life.
  func living(_ lifecycle: InviteLifecycle) -> InviteRecord {
    InviteRecord(
      resuming: lifecycle, id: id, sender: sender, code: code, context: context, content: content,
      session: session, channel: channel, invitee: invitee)
  }
}
