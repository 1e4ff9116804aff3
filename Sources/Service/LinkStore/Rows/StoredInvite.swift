public import Invites
public import Vocabulary

/// A stored invite: its record, and the number of its shares.
public struct StoredInvite: Hashable, Sendable {
  public var record: InviteRecord
  /// The number of completed shares of its link.
  public var shares: Int
  /// The moment of the first share.
  public var sharedAt: Instant?

  public init(_ record: InviteRecord, shares: Int = 0, sharedAt: Instant? = nil) {
    self.record = record
    self.shares = shares
    self.sharedAt = sharedAt
  }

  /// Whether it precedes `other` in a list of one sender's invites: newest first.
  func isListed(before other: StoredInvite) -> Bool {
    (other.record.createdAt, other.record.id) < (record.createdAt, record.id)
  }
}

extension StoredInvite: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    let code = try fields.next(\.record.code)
    let sender = try fields.next(\.record.sender)
    let createdAt = try fields.next(\.record.createdAt)
    let expiresAt = try fields.next(\.record.expiresAt)
    let status = try fields.next(\.record.status)
    let context = try fields.next(\.record.context)
    let content = try fields.next(\.record.content)
    let session = try fields.next(\.record.session)
    let channel = try fields.next(\.record.channel)
    let invitee = try fields.next(\.record.invitee)
    let lifecycle = InviteLifecycle(
      resuming: status, createdAt: createdAt, expiresAt: expiresAt,
      acceptedAt: try fields.next(\.record.acceptedAt),
      acceptances: try fields.next(\.record.lifecycle.acceptances))
    let record = InviteRecord(
      resuming: lifecycle, id: InviteID(spelling: code), sender: sender, code: code,
      context: context, content: content, session: session, channel: channel, invitee: invitee)
    self.init(
      record, shares: try fields.next(\.shares), sharedAt: try fields.next(\.sharedAt))
  }
}

extension InviteRecord {
  /// The record with a pseudonym as sender, without content and session.
  func sent(by pseudonym: PrincipalID) -> InviteRecord {
    InviteRecord(
      resuming: lifecycle, id: id, sender: pseudonym, code: code, context: context, content: nil,
      session: nil, channel: channel, invitee: invitee)
  }

  /// The record with another invitee, or none.
  func taken(by pseudonym: PrincipalID?) -> InviteRecord {
    InviteRecord(
      resuming: lifecycle, id: id, sender: sender, code: code, context: context, content: content,
      session: session, channel: channel, invitee: pseudonym)
  }
}

extension InviteRecord {
  /// The record with the moments of another lifecycle.
  func living(_ lifecycle: InviteLifecycle) -> InviteRecord {
    InviteRecord(
      resuming: lifecycle, id: id, sender: sender, code: code, context: context, content: content,
      session: session, channel: channel, invitee: invitee)
  }
}
