import Attribution
import Invites
import Vocabulary

extension LinkChange {
  /// The first byte of a change; its meaning never changes.
  private enum Mark: UInt8 {
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
    /// A person, and the keyed hash of their number; earlier releases have none.
    case numberedPerson = 16
    case email = 17
    case announcement = 18
  }

  /// The bytes of the row that the change writes; empty if it writes none.
  var bytes: [UInt8] {
    switch self {
    case .invite(let invite): [Mark.invite.rawValue] + invite.bytes
    case .opening(let opening): [Mark.opening.rawValue] + opening.bytes
    case .referral(let referral): [Mark.referral.rawValue] + referral.bytes
    case .person(let person): Self.bytes(of: person)
    case .request(let request): [Mark.request.rawValue] + request.bytes
    case .notice(let notice): [Mark.notice.rawValue] + notice.bytes
    case .email(let notice): [Mark.email.rawValue] + notice.bytes
    case .announcement(let word): [Mark.announcement.rawValue] + word.bytes
    case .inviteGone, .click, .clickErased, .strayClick, .openingGone, .referralGone, .personGone,
      .requestGone, .noticeGone, .emailGone, .announcementGone, .clicksSwept, .erased:
      []
    }
  }

  private static func bytes(of person: Person) -> [UInt8] {
    guard let number = person.number else { return [Mark.person.rawValue] + person.bytes }
    var writer = FixedWidthWriter()
    writer.put(Mark.numberedPerson.rawValue)
    writer.put(person)
    number.put(to: &writer)
    return writer.bytes
  }

  /// Reads a change; only journals of an earlier release hold changes that write no row.
  init(from reader: inout FixedWidthReader) throws(MalformedField) {
    guard let mark = Mark(rawValue: try reader.take()) else { throw MalformedField() }
    switch mark {
    case .invite: self = .invite(try StoredInvite(from: &reader))
    case .inviteGone: self = .inviteGone(try InviteCode(from: &reader))
    case .click: self = .click(try reader.takeClick())
    case .strayClick: self = .strayClick(try reader.takeClick())
    case .opening: self = .opening(try Opening(from: &reader))
    case .openingGone: self = .openingGone(try Opening(from: &reader))
    case .referral: self = .referral(try Referral(from: &reader))
    case .referralGone: self = .referralGone(try Referral.Pair(from: &reader))
    case .person: self = .person(try Person(from: &reader))
    case .numberedPerson:
      var person = try Person(from: &reader)
      person.number = try NumberHash(from: &reader)
      self = .person(person)
    case .personGone: self = .personGone(try PrincipalID(from: &reader))
    case .request: self = .request(try AnsweredRequest(from: &reader))
    case .requestGone: self = .requestGone(try AnsweredRequest.Name(from: &reader))
    case .notice: self = .notice(try Notice(from: &reader))
    case .noticeGone: self = .noticeGone(try Referral.Pair(from: &reader))
    case .clicksSwept: self = .clicksSwept(before: try Instant(from: &reader))
    case .email: self = .email(try EmailNotice(from: &reader))
    case .announcement: self = .announcement(try LaunchAnnouncement(from: &reader))
    }
  }
}

// A click is no `Row`: which of its signals follow depends on a field before them.
extension FixedWidthWriter {
  /// Writes a click, with its known signals only.
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
}

extension FixedWidthReader {
  mutating func takeClick() throws(MalformedField) -> ClickFootprint {
    let sequence: UInt64 = try take()
    let at = try Instant(from: &self)
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
}
