import Invites
import Vocabulary

/// An invite in 48 bytes, without the fields that few invites have.
struct PackedInvite: BitwiseCopyable {
  /// Zero in a row that is free.
  var code: UInt64 = 0
  var sender: UInt64 = 0
  var createdAt: Int64 = 0
  /// The lifetime in seconds; zero is unlimited.
  var life: UInt32 = 0
  /// One more than the number of the sender's next older row, or of the next free one.
  var next: UInt32 = 0
  /// One more than the number of the sender's next newer row; zero in the newest.
  var previous: UInt32 = 0
  var shares: UInt32 = 0
  var acceptances: UInt32 = 0
  var status: UInt8 = 0
  var context: UInt8 = 0
  /// One more than the channel's number; zero before the first share.
  var channel: UInt8 = 0
  var hasDetail = false
}

/// The fields that few invites have.
struct InviteDetail: Hashable {
  var content: OpaqueID?
  var session: InviteSessionID?
  var invitee: PrincipalID?
  var acceptedAt: Instant?
  var sharedAt: Instant?
  /// The end of a lifetime that is no whole number of seconds, or too long for the row.
  var expiresAt: Instant?

  static let nothing = InviteDetail()
}

extension PackedInvite {
  init(_ invite: StoredInvite) {
    let record = invite.record
    code = record.code.packed
    sender = record.sender.rawValue
    createdAt = record.createdAt.milliseconds
    life = Self.life(of: record) ?? 0
    shares = UInt32(clamping: invite.shares)
    acceptances = UInt32(clamping: record.lifecycle.acceptances)
    status = record.status.number
    context = record.context.number
    channel = record.channel.map { $0.number + 1 } ?? 0
  }

  /// Whether it follows another row of its sender, in a list that begins with the newest.
  func isOlder(than other: PackedInvite) -> Bool {
    (createdAt, code) < (other.createdAt, other.code)
  }

  /// Returns the invite of this row with its detail.
  func invite(with detail: InviteDetail) -> StoredInvite {
    guard let code = InviteCode(packed: code) else {
      preconditionFailure("row of code \(code) holds no code")
    }
    let created = Instant(milliseconds: createdAt)
    let lifecycle = InviteLifecycle(
      resuming: InviteStatus.numbered[Int(status)], createdAt: created,
      expiresAt: detail.expiresAt ?? (life == 0 ? nil : created + .seconds(Int64(life))),
      acceptedAt: detail.acceptedAt, acceptances: Int(acceptances))
    let record = InviteRecord(
      resuming: lifecycle, id: InviteID(spelling: code), sender: PrincipalID(rawValue: sender),
      code: code, context: InviteContext.numbered[Int(context)], content: detail.content,
      session: detail.session,
      channel: channel == 0 ? nil : ReportedChannel.numbered[Int(channel) - 1],
      invitee: detail.invitee)
    return StoredInvite(record, shares: Int(shares), sharedAt: detail.sharedAt)
  }

  /// The lifetime in whole seconds; `nil` if the row cannot hold it, or it is unlimited.
  static func life(of record: InviteRecord) -> UInt32? {
    guard let expiresAt = record.expiresAt else { return nil }
    let life = (expiresAt - record.createdAt).milliseconds
    guard life > 0, life % 1_000 == 0 else { return nil }
    return UInt32(exactly: life / 1_000)
  }
}

extension InviteDetail {
  init(_ invite: StoredInvite) {
    let record = invite.record
    content = record.content
    session = record.session
    invitee = record.invitee
    acceptedAt = record.acceptedAt
    sharedAt = invite.sharedAt
    if PackedInvite.life(of: record) == nil { expiresAt = record.expiresAt }
  }
}
