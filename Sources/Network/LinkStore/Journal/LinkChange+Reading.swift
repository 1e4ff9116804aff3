import Attribution
import Invites
import Vocabulary

extension LinkChange {
  init(from reader: inout ByteReader) throws(ByteReader.Nonsense) {
    guard let mark = Mark(rawValue: try reader.take()) else { throw ByteReader.Nonsense() }
    switch mark {
    case .invite: self = .invite(try reader.takeInvite())
    case .inviteGone: self = .inviteGone(try reader.takeCode())
    case .click: self = .click(try reader.takeClick())
    case .strayClick: self = .strayClick(try reader.takeClick())
    case .opening: self = .opening(try reader.takeOpening())
    case .openingGone: self = .openingGone(try reader.takeOpening())
    case .referral: self = .referral(try reader.takeReferral())
    case .referralGone: self = .referralGone(try reader.takePair())
    case .person: self = .person(try reader.takePerson())
    case .personGone: self = .personGone(try reader.takePrincipal())
    case .request: self = .request(try reader.takeRequest())
    case .requestGone: self = .requestGone(try reader.takeRequestName())
    case .notice:
      self = .notice(Notice(try reader.takePair(), decidedAt: try reader.takeInstant()))
    case .noticeGone: self = .noticeGone(try reader.takePair())
    case .clicksSwept: self = .clicksSwept(before: try reader.takeInstant())
    }
  }
}

extension ByteReader {
  fileprivate mutating func takeInstant() throws(Nonsense) -> Instant {
    Instant(milliseconds: try take())
  }

  private mutating func takeOptionalInstant() throws(Nonsense) -> Instant? {
    try takeFlag() ? try takeInstant() : nil
  }

  fileprivate mutating func takePrincipal() throws(Nonsense) -> PrincipalID {
    PrincipalID(rawValue: try take())
  }

  fileprivate mutating func takePair() throws(Nonsense) -> Referral.Pair {
    Referral.Pair(inviter: try takePrincipal(), invitee: try takePrincipal())
  }

  fileprivate mutating func takeCode() throws(Nonsense) -> InviteCode {
    guard let code = InviteCode(packed: try take()) else { throw Nonsense() }
    return code
  }

  private mutating func takeOpaqueID() throws(Nonsense) -> OpaqueID {
    guard let id = OpaqueID(try takeText()) else { throw Nonsense() }
    return id
  }

  fileprivate mutating func takeInvite() throws(Nonsense) -> StoredInvite {
    let code = try takeCode()
    let sender = try takePrincipal()
    let createdAt = try takeInstant()
    let expiresAt = try takeOptionalInstant()
    let status: InviteStatus = try takeCase()
    let context: InviteContext = try takeCase()
    let content = try takeFlag() ? try takeOpaqueID() : nil
    let session = try takeFlag() ? InviteSessionID(rawValue: try take()) : nil
    let channel: ReportedChannel? = try takeFlag() ? try takeCase() : nil
    let invitee = try takeFlag() ? try takePrincipal() : nil
    let acceptedAt = try takeOptionalInstant()
    let lifecycle = InviteLifecycle(
      resuming: status, createdAt: createdAt, expiresAt: expiresAt, acceptedAt: acceptedAt,
      acceptances: Int(clamping: try take() as UInt64))
    let record = InviteRecord(
      resuming: lifecycle, id: InviteID(spelling: code), sender: sender, code: code,
      context: context, content: content, session: session, channel: channel, invitee: invitee)
    return StoredInvite(
      record, shares: Int(clamping: try take() as UInt64), sharedAt: try takeOptionalInstant())
  }

  mutating func takeClick() throws(Nonsense) -> ClickFootprint {
    let sequence: UInt64 = try take()
    let at = try takeInstant()
    let link: UInt64 = try take()
    let visitor: UInt64 = try take()
    var signals = DeviceSignals()
    signals.token = try take()
    let flags: UInt8 = try take()
    signals.isAddressShared = flags & 4 != 0
    let known = Signal.Set(rawValue: try take())
    for signal in Signal.numbered where known.holds(signal) { signals[signal] = try take() }
    var click = ClickFootprint(
      sequence: sequence, at: at, link: link, visitor: visitor, signals: signals)
    click.isSpent = flags & 1 != 0
    return flags & 2 == 0 ? click : click.erased
  }

  fileprivate mutating func takeOpening() throws(Nonsense) -> Opening {
    Opening(
      sequence: try take(), at: try takeInstant(), principal: try takePrincipal(),
      code: try takeFlag() ? try takeCode() : nil, standing: try takeCase())
  }

  fileprivate mutating func takeReferral() throws(Nonsense) -> Referral {
    var referral = Referral(
      try takePair(), code: try takeCode(), kind: try takeCase(), click: try take(),
      clickedAt: try takeInstant(), route: try takeCase(), arrivedAt: try takeInstant())
    referral.signedUpAt = try takeOptionalInstant()
    referral.acceptedAt = try takeOptionalInstant()
    referral.connectedAt = try takeOptionalInstant()
    referral.firstValueAt = try takeOptionalInstant()
    referral.completedAt = try takeOptionalInstant()
    referral.toldAt = try takeOptionalInstant()
    return referral
  }

  fileprivate mutating func takePerson() throws(Nonsense) -> Person {
    Person(
      try takePrincipal(), account: try takeCase(), name: try takeFlag() ? try takeText() : nil,
      avatar: try takeFlag() ? try takeText() : nil, joinedAt: try takeOptionalInstant())
  }

  fileprivate mutating func takeRequestName() throws(Nonsense) -> AnsweredRequest.Name {
    AnsweredRequest.Name(
      sender: try takePrincipal(), key: IdempotencyKey(rawValue: try take()))
  }

  fileprivate mutating func takeRequest() throws(Nonsense) -> AnsweredRequest {
    let name = try takeRequestName()
    let context: InviteContext = try takeCase()
    let content = try takeFlag() ? try takeOpaqueID() : nil
    var contacts: [OpaqueID] = []
    for _ in 0..<(try take() as UInt32) { contacts.append(try takeOpaqueID()) }
    let request = CreateRequest(
      key: name.key, sender: name.sender, context: context, content: content, contacts: contacts)
    return AnsweredRequest(request, code: try takeCode(), at: try takeInstant())
  }
}
