import Attribution
import Invites
import Vocabulary

extension LinkChange {
  /// The byte that a change begins with; it stands in files and never changes its meaning.
  enum Mark: UInt8 {
    case invite = 1
    case inviteGone = 2
    case click = 3
    case opening = 4
    case openingGone = 5
    case referral = 6
    case referralGone = 7
    case person = 8
    case personGone = 9
    case request = 10
    case requestGone = 11
    case notice = 12
    case noticeGone = 13
    case clicksSwept = 14
    case strayClick = 15
  }

  /// Puts the row that the change writes; of a change that writes none, nothing.
  func write(to writer: inout ByteWriter) {
    switch self {
    case .invite(let invite): writer.put(.invite, invite)
    case .opening(let opening): writer.put(.opening, opening)
    case .referral(let referral): writer.put(referral)
    case .person(let person): writer.put(person)
    case .request(let request): writer.put(request)
    case .notice(let notice):
      writer.put(.notice, notice.pair)
      writer.put(notice.decidedAt.milliseconds)
    case .inviteGone, .click, .clickErased, .strayClick, .openingGone, .referralGone, .personGone,
      .requestGone, .noticeGone, .clicksSwept, .erased:
      break
    }
  }
}

extension ByteWriter {
  fileprivate mutating func put(_ mark: LinkChange.Mark, _ number: some FixedWidthInteger) {
    put(mark.rawValue)
    put(number)
  }

  fileprivate mutating func put(_ mark: LinkChange.Mark, _ pair: Referral.Pair) {
    put(mark, pair.inviter.rawValue)
    put(pair.invitee.rawValue)
  }

  private mutating func put(_ moment: Instant?) { put(moment) { $0.put($1.milliseconds) } }

  private mutating func put(_ id: OpaqueID?) { put(id) { $0.put($1.text) } }

  fileprivate mutating func put(_ mark: LinkChange.Mark, _ invite: StoredInvite) {
    let record = invite.record
    put(mark, record.code.packed)
    put(record.sender.rawValue)
    put(record.createdAt.milliseconds)
    put(record.expiresAt)
    put(record.status.number)
    put(record.context.number)
    put(record.content)
    put(record.session) { $0.put($1.rawValue) }
    put(record.channel) { $0.put($1.number) }
    put(record.invitee) { $0.put($1.rawValue) }
    put(record.acceptedAt)
    put(UInt64(record.lifecycle.acceptances))
    put(UInt64(invite.shares))
    put(invite.sharedAt)
  }

  /// Puts a click: of its signals only those that are known.
  mutating func put(_ click: ClickFootprint) {
    put(click.sequence)
    put(click.at.milliseconds)
    put(click.link)
    put(click.visitor)
    put(click.signals.token)
    var flags: UInt8 = click.isSpent ? 1 : 0
    if click.isErased { flags |= 2 }
    if click.signals.isAddressShared { flags |= 4 }
    put(flags)
    let known = click.signals.known
    put(known.rawValue)
    for signal in Signal.numbered where known.holds(signal) { put(click.signals[signal]) }
  }

  fileprivate mutating func put(_ mark: LinkChange.Mark, _ opening: Opening) {
    put(mark, opening.sequence)
    put(opening.at.milliseconds)
    put(opening.principal.rawValue)
    put(opening.code) { $0.put($1.packed) }
    put(opening.standing.number)
  }

  fileprivate mutating func put(_ referral: Referral) {
    put(.referral, referral.pair)
    put(referral.code.packed)
    put(referral.kind.number)
    put(referral.click)
    put(referral.clickedAt.milliseconds)
    put(referral.route.number)
    put(referral.arrivedAt.milliseconds)
    for moment in [
      referral.signedUpAt, referral.acceptedAt, referral.connectedAt, referral.firstValueAt,
      referral.completedAt, referral.toldAt,
    ] { put(moment) }
  }

  fileprivate mutating func put(_ person: Person) {
    put(.person, person.id.rawValue)
    put(person.account.number)
    put(person.name) { $0.put($1) }
    put(person.avatar) { $0.put($1) }
    put(person.joinedAt)
  }

  fileprivate mutating func put(_ request: AnsweredRequest) {
    put(.request, request.name.sender.rawValue)
    put(request.name.key.rawValue)
    put(request.request.claims.context.number)
    put(request.request.claims.content)
    put(UInt32(request.request.contacts.count))
    for contact in request.request.contacts { put(contact.text) }
    put(request.code.packed)
    put(request.at.milliseconds)
  }
}
