public import Attribution
public import Invites
public import Vocabulary

/// The progress of one invitee of one inviter.
///
/// Each pair has one, so that nothing happens twice for the two.
public struct Referral: Hashable, Sendable, BitwiseCopyable {
  /// The two people, who identify a referral.
  public struct Pair: Hashable, Sendable, BitwiseCopyable {
    public let inviter: PrincipalID
    public let invitee: PrincipalID

    public init(inviter: PrincipalID, invitee: PrincipalID) {
      self.inviter = inviter
      self.invitee = invitee
    }
  }

  /// The inviter's share in it.
  public enum Kind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case credited
    /// The inviter's account is gone; stored for analytics.
    case recordedOnly
    /// The invitee had an account before.
    case existingUser
    /// Another inviter has the credit; stored because this one was notified.
    case overtaken

    /// Whether it records an install.
    var isInstall: Bool { self == .credited || self == .recordedOnly }
  }

  public let pair: Pair
  public let code: InviteCode
  public let kind: Kind
  /// The click that decided.
  public let click: UInt64
  public let clickedAt: Instant
  public let route: Arrival.Route
  /// The time at which the app was first opened, or opened by the link.
  public let arrivedAt: Instant
  public var signedUpAt: Instant?
  public var acceptedAt: Instant?
  public var connectedAt: Instant?
  public var firstValueAt: Instant?
  public var completedAt: Instant?
  /// The time of the decision to notify the inviter.
  public var toldAt: Instant?

  public init(
    _ pair: Pair, code: InviteCode, kind: Kind, click: UInt64, clickedAt: Instant,
    route: Arrival.Route, arrivedAt: Instant
  ) {
    self.pair = pair
    self.code = code
    self.kind = kind
    self.click = click
    self.clickedAt = clickedAt
    self.route = route
    self.arrivedAt = arrivedAt
  }
}

extension Referral {
  public var inviter: PrincipalID { pair.inviter }
  public var invitee: PrincipalID { pair.invitee }

  /// The attributed install, in terms of the retention rules.
  var install: AttributedInstall {
    AttributedInstall(at: arrivedAt, onboardingCompletedAt: completedAt)
  }

  /// Whether it may still be stored at `now`; a user with an earlier account counts as no install.
  func isKept(under policy: RetentionPolicy, at now: Instant) -> Bool {
    kind == .existingUser || policy.decide(install, at: now).isKept
  }

  /// The part that stays when another inviter gets the credit.
  var overtaken: Referral {
    var rest = Referral(
      pair, code: code, kind: .overtaken, click: click, clickedAt: clickedAt, route: route,
      arrivedAt: arrivedAt)
    rest.toldAt = toldAt
    return rest
  }

  /// The same referral between other ids: one of the two has a pseudonym.
  func between(_ pair: Pair) -> Referral {
    var renamed = Referral(
      pair, code: code, kind: kind, click: click, clickedAt: clickedAt, route: route,
      arrivedAt: arrivedAt)
    renamed.signedUpAt = signedUpAt
    renamed.acceptedAt = acceptedAt
    renamed.connectedAt = connectedAt
    renamed.firstValueAt = firstValueAt
    renamed.completedAt = completedAt
    renamed.toldAt = toldAt
    return renamed
  }
}

extension Referral: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      try fields.pair(\.pair), code: try fields.next(\.code), kind: try fields.next(\.kind),
      click: try fields.next(\.click), clickedAt: try fields.next(\.clickedAt),
      route: try fields.next(\.route), arrivedAt: try fields.next(\.arrivedAt))
    signedUpAt = try fields.next(\.signedUpAt)
    acceptedAt = try fields.next(\.acceptedAt)
    connectedAt = try fields.next(\.connectedAt)
    firstValueAt = try fields.next(\.firstValueAt)
    completedAt = try fields.next(\.completedAt)
    toldAt = try fields.next(\.toldAt)
  }
}

extension Referral.Pair: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self = try fields.pair { $0 }
  }
}

extension RowFields {
  /// Reads or writes a pair, which is two fields of a row.
  mutating func pair(_ pair: (Row) -> Referral.Pair) throws(Failure) -> Referral.Pair {
    Referral.Pair(
      inviter: try next { pair($0).inviter }, invitee: try next { pair($0).invitee })
  }
}

/// An answered request for an invite, stored so that a repetition gets the same answer.
public struct AnsweredRequest: Hashable, Sendable {
  /// The sender and the key of a request; two senders never share a key.
  public struct Name: Hashable, Sendable, BitwiseCopyable {
    public let sender: PrincipalID
    public let key: IdempotencyKey

    public init(sender: PrincipalID, key: IdempotencyKey) {
      self.sender = sender
      self.key = key
    }
  }

  public let request: CreateRequest
  public let code: InviteCode
  public let at: Instant

  public init(_ request: CreateRequest, code: InviteCode, at: Instant) {
    self.request = request
    self.code = code
    self.at = at
  }

  public var name: Name { Name(sender: request.sender, key: request.key) }
}

extension AnsweredRequest: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    let name = try fields.name(\.name)
    let request = CreateRequest(
      key: name.key, sender: name.sender, context: try fields.next(\.request.claims.context),
      content: try fields.next(\.request.claims.content),
      contacts: try fields.next(\.request.contacts))
    self.init(request, code: try fields.next(\.code), at: try fields.next(\.at))
  }
}

extension AnsweredRequest.Name: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self = try fields.name { $0 }
  }
}

extension RowFields {
  fileprivate mutating func name(
    _ name: (Row) -> AnsweredRequest.Name
  ) throws(Failure) -> AnsweredRequest.Name {
    AnsweredRequest.Name(sender: try next { name($0).sender }, key: try next { name($0).key })
  }
}

/// An email address that a person left, to be notified of a launch.
public struct EmailNotice: Hashable, Sendable {
  /// A pseudonym, drawn for this notice alone: its key seals the address.
  ///
  /// Were it a hash of the address, the ledger of deletions would refuse an address for good that
  /// was withdrawn once.
  public let id: PrincipalID
  /// The address, in the spelling of the rules.
  public let address: String
  /// The moment of the consent.
  public let since: Instant

  public init(_ id: PrincipalID, to address: String, since: Instant) {
    self.id = id
    self.address = address
    self.since = since
  }
}

extension EmailNotice: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      try fields.next(\.id), to: try fields.next(\.address), since: try fields.next(\.since))
  }
}

/// The operator's word that the app runs on the other platform, which releases the notices.
public struct LaunchAnnouncement: Hashable, Sendable {
  /// A pseudonym, whose key seals the row.
  public let id: PrincipalID
  public let at: Instant

  public init(_ id: PrincipalID, at: Instant) {
    self.id = id
    self.at = at
  }
}

extension LaunchAnnouncement: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(try fields.next(\.id), at: try fields.next(\.at))
  }
}

/// A push to an inviter that is decided and not yet delivered.
///
/// It stores two ids and no text, so that no name outlives a deleted account.
public struct Notice: Hashable, Sendable, BitwiseCopyable {
  public let pair: Referral.Pair
  public let decidedAt: Instant

  public init(_ pair: Referral.Pair, decidedAt: Instant) {
    self.pair = pair
    self.decidedAt = decidedAt
  }
}

extension Notice: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(try fields.pair(\.pair), decidedAt: try fields.next(\.decidedAt))
  }
}

/// A link that opened the installed app of a known user: a click that needs no matching.
public struct Opening: Hashable, Sendable, BitwiseCopyable {
  /// Its number among all clicks.
  public let sequence: UInt64
  public let at: Instant
  public let principal: PrincipalID
  /// `nil` for a link without a record.
  public let code: InviteCode?
  /// The standing of the link at that moment.
  public let standing: LinkStanding

  /// What was followed, in one standing: such openings serve the same inviter.
  struct Link: Hashable {
    let code: InviteCode?
    let standing: LinkStanding
  }

  var link: Link { Link(code: code, standing: standing) }
}

extension Opening: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      sequence: try fields.next(\.sequence), at: try fields.next(\.at),
      principal: try fields.next(\.principal), code: try fields.next(\.code),
      standing: try fields.next(\.standing))
  }
}

/// A row of the store, with its fields declared once, in `init(_:)`.
///
/// The declaration pairs each field of the value with its place in the order. It yields the bytes
/// that are sealed, the columns of a table, and the value read from either. Files hold the order:
/// it never changes.
protocol Row {
  /// Reads or writes the fields, one after the other.
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure)
}

/// The fields of a row, which is read or written.
protocol RowFields<Row> {
  associatedtype Row
  /// The error of a malformed field; `Never` for a row that is written.
  associatedtype Failure: Error
  /// Reads or writes the next field, and returns it.
  mutating func next<Field: RowField>(_ field: (Row) -> Field) throws(Failure) -> Field
}

extension Row {
  init(from source: inout some FieldSource) throws(MalformedField) {
    var fields = ReadFields<Self, _>(source: source)
    defer { source = fields.source }
    try self.init(&fields)
  }

  /// Appends all fields to `sink`, and returns it.
  func put<Sink: FieldSink>(to sink: consuming Sink) -> Sink {
    var fields = WrittenFields(row: self, sink: sink)
    _ = Self(&fields)
    return fields.sink
  }

  /// The bytes of all fields.
  var bytes: [UInt8] { put(to: FixedWidthWriter()).bytes }
}

private struct ReadFields<Row, Source: FieldSource>: RowFields {
  var source: Source

  mutating func next<Field: RowField>(
    _ field: (Row) -> Field
  ) throws(MalformedField) -> Field {
    try Field(from: &source)
  }
}

private struct WrittenFields<Row, Sink: FieldSink>: RowFields {
  let row: Row
  var sink: Sink

  mutating func next<Field: RowField>(_ field: (Row) -> Field) -> Field {
    let field = field(row)
    field.put(to: &sink)
    return field
  }
}

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
