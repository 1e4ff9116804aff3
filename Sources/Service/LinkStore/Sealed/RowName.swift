import Invites
import Vocabulary

/// The name of a row in the files, which reveals nothing of a person, even with their key.
///
/// Invites are named by code, openings and click marks by click number, and rows of people by the
/// places of their keys.
struct RowName: Hashable {
  /// The raw value is stored in files: its meaning never changes.
  enum Kind: UInt8, CaseIterable, NumberField {
    case invite = 1
    case opening = 2
    case referral = 3
    case person = 4
    case request = 5
    case notice = 6
    /// That a click is spent, or erased.
    case clickMark = 7
    case email = 8
    case announcement = 9

    var number: UInt8 { rawValue }
    init?(number: UInt8) { self.init(rawValue: number) }
  }

  let kind: Kind
  let first: UInt64
  let second: UInt64

  init(_ kind: Kind, _ first: UInt64, _ second: UInt64 = 0) {
    self.kind = kind
    self.first = first
    self.second = second
  }

  init(_ code: InviteCode) { self.init(.invite, code.packed) }

  init(_ opening: Opening) { self.init(.opening, opening.sequence) }

  /// Names a referral or a notice; `nil` if one of the two has no key.
  init?(_ kind: Kind, _ pair: Referral.Pair, _ ring: KeyRing) {
    guard let inviter = ring.place(of: pair.inviter), let invitee = ring.place(of: pair.invitee)
    else { return nil }
    self.init(kind, UInt64(inviter), UInt64(invitee))
  }

  /// Names the row of one person, which has no other of that kind; `nil` if they have no key.
  init?(_ kind: Kind, _ person: PrincipalID, _ ring: KeyRing) {
    guard let place = ring.place(of: person) else { return nil }
    self.init(kind, UInt64(place))
  }

  /// Names a request by a hash of its key under the sender's key: an app may put anything in the
  /// key.
  init?(_ request: AnsweredRequest.Name, _ ring: KeyRing) {
    guard let place = ring.place(of: request.sender) else { return nil }
    var writer = FixedWidthWriter()
    writer.put(request.key.rawValue)
    self.init(.request, UInt64(place), ring[place].number(for: writer.bytes))
  }
}

extension LinkChange {
  /// The people of the row that the change writes; all of their keys are needed to open it.
  var people: [PrincipalID] {
    switch self {
    case .invite(let invite):
      guard let invitee = invite.record.invitee, invitee != invite.record.sender else {
        return [invite.record.sender]
      }
      return [invite.record.sender, invitee]
    case .opening(let opening): return [opening.principal]
    case .referral(let referral): return [referral.inviter, referral.invitee]
    case .person(let person): return [person.id]
    case .request(let request): return [request.name.sender]
    case .notice(let notice): return [notice.pair.inviter, notice.pair.invitee]
    case .email(let notice): return [notice.id]
    case .announcement(let word): return [word.id]
    case .inviteGone, .click, .clickErased, .strayClick, .openingGone, .referralGone, .personGone,
      .requestGone, .noticeGone, .emailGone, .announcementGone, .clicksSwept, .erased:
      return []
    }
  }
}
